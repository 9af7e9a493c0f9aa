export type { ReadFileOptions, Workspace } from "./workspace.js";
export { MAX_FILE_BYTES } from "./workspace.js";
export { memoryWorkspace } from "./memory-workspace.js";
export type { MemoryWorkspace } from "./memory-workspace.js";
export { directoryWorkspace } from "./directory-workspace.js";
export type { DirectoryWorkspaceOptions } from "./directory-workspace.js";
export { describeDifference, snapshotDifference, snapshotOf } from "./snapshot.js";
export type { FileKind, FileState, GitState, Snapshot, SnapshotDifference, TouchedPath } from "./snapshot.js";
export { MAX_WORKSPACE_FILES } from "./file-states.js";

// Single files
export { readFileInside, realPathInside } from "./confined.js";
export { listFilesInside } from "./list-files.js";
export type { ListedFiles, ListFilesOptions } from "./list-files.js";
