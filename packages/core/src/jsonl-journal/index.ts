// A journal in a file (Node only)
export { jsonlJournal } from "./jsonl-journal.js";
export type { JournalRecovery, JsonlJournal, JsonlJournalOptions, OpenJsonlJournal, SyncPolicy, TornTail } from "./jsonl-journal.js";
export { isJournalFile } from "./journal-files.js";
export { JournalFileError } from "./journal-file-error.js";
export type { JournalFileErrorCode } from "./journal-file-error.js";
export type { JournalOwner } from "./journal-owner.js";
export { JOURNAL_FILE_FORMAT } from "./line-format.js";
