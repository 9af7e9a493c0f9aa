// A ledger on disk
export { ledgerStore } from "./ledger-store.js";
export type { LedgerStore, LedgerStoreOptions, Stored, StoreCheckInput, StoredCheck, StoredRound } from "./ledger-store.js";
export { ledgerPlace } from "./place.js";
export type { LedgerPlace } from "./place.js";

// What it reads beside the ledger
export { CONFIG_FILE, readProjectConfig } from "./project-config.js";
export { DOCUMENT_LIMITS } from "./documents.js";

// Reading files
export { readBounded as readBoundedFile } from "./node-files.js";
export type { BoundedFile } from "./node-files.js";
