/** The owner of a journal, as its lock tells. */
export interface JournalOwner {
  readonly pid: number;
  readonly host: string;
  /** When it took the journal: ISO 8601, on its own clock. */
  readonly since: string;
  /** Unlike that of any other taking. */
  readonly nonce: string;
  /** What tells machines, boots, namespaces of process ids and processes of one id apart; `null` = the platform does not say. */
  readonly machine: string | null;
  readonly boot: string | null;
  readonly namespace: string | null;
  readonly started: string | null;
}
