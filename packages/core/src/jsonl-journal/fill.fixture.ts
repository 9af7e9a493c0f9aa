/** Run in a process of its own: appends until the system refuses, twice, and says how far it came. */
import { jsonlJournal, JournalFileError } from "./index.js";

const faults: object[] = [];
let kept = 0;

function note(fault: unknown): void {
  if (!(fault instanceof JournalFileError)) throw fault;
  faults.push({ code: fault.code, cause: (fault.cause as NodeJS.ErrnoException | undefined)?.code ?? null, hint: fault.hint });
}

try {
  const opened = await jsonlJournal(process.argv[2] ?? "").open();
  while (faults.length < 2 && kept < 10_000) {
    // The second time a short one, which would still fit.
    await opened.append({ n: kept, filler: "x".repeat(faults.length === 0 ? 5_000 : 1) }).then(() => kept++, note);
  }
  await opened.close();
} catch (fault) {
  note(fault);
}
process.stdout.write(JSON.stringify({ kept, faults }));
