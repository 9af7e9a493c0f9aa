// Records in files
export { manifestRecorder, readManifest } from "./manifest-recorder.js";
export type { ManifestRecorderOptions } from "./manifest-recorder.js";
