export { openRepository } from "./repository.js";
export type { GitRepository, ReadOptions, RepositoryOptions } from "./repository.js";
export type { Commit } from "./read-commit.js";
export type { ChangedPath, TreeEntry } from "./changed-paths.js";
export type { TreeReader } from "./tree-texts.js";
export { MAX_REVISION_CHARS, revisionProblem } from "./revision.js";
export { MAX_RANGE_COMMITS } from "./commit-range.js";
