/** One owner at a time. */
import type { OpenJournal } from "@loopwright/core";
import { check, same } from "../agent-contract/contract-case.js";
import { records, refused } from "./journal-case.js";
import type { JournalCaseSpec } from "./journal-case.js";

export const OWNER_CASES: readonly JournalCaseSpec[] = [
  {
    name: "owner: a second one is refused",
    async body(place) {
      await place.open();
      await refused(() => place.again().open(), "journal-locked", "a second opening");
      await refused(() => place.journal.open(), "journal-locked", "a second opening of the same journal");
    },
  },
  {
    name: "owner: a second one that was refused disturbs nothing",
    async body(place) {
      const opened = await place.open();
      await opened.append({ n: 1 });
      await refused(() => place.again().open(), "journal-locked", "a second opening");
      await opened.append({ n: 2 });
      await refused(() => place.again().open(), "journal-locked", "a third opening");
      await opened.close();
      await place.holds([{ n: 1 }, { n: 2 }]);
    },
  },
  {
    name: "owner: of many who come at once exactly one is let in",
    async body(place) {
      for (let round = 0; round < 5; round++) {
        const outcomes = await Promise.allSettled(Array.from({ length: 8 }, () => place.again().open()));
        const entered = outcomes.filter((outcome) => outcome.status === "fulfilled").map(({ value }) => value);
        same(entered.length, 1, "the number of owners");
        await entered[0]?.close();
      }
    },
  },
  {
    name: "owner: closing lets the next one in",
    async body(place) {
      const first = await place.open();
      await first.close();
      const second = await place.open(place.again());
      await second.close();
      await place.open();
    },
  },
  {
    name: "owner: closing twice is closing once",
    async body(place) {
      const opened = await place.open();
      await Promise.all([opened.close(), opened.close()]);
      await opened.close();
      await place.holds([]);
    },
  },
  {
    name: "owner: closing waits for what is being appended",
    async body(place) {
      const opened = await place.open();
      const appending = Promise.all(records(20).map((record) => opened.append(record)));
      await opened.close();
      await appending;
      await place.holds(records(20));
    },
  },
  {
    name: "owner: after closing nothing is appended",
    async body(place) {
      const opened = await place.open();
      await opened.append({ n: 1 });
      await opened.close();
      await refused(() => opened.append({ n: 2 }), "journal-closed", "an append after closing");
      await refused(() => opened.compact([]), "journal-closed", "a compaction after closing");
      await place.holds([{ n: 1 }]);
    },
  },
  {
    name: "owner: from the call of close on nothing is appended",
    async body(place) {
      const opened = await place.open();
      const closing = opened.close();
      await refused(() => opened.append({ late: true }), "journal-closed", "an append while closing");
      await closing;
      await place.holds([]);
    },
  },
  {
    name: "owner: one of before cannot disturb the next one",
    async body(place) {
      const former: OpenJournal = await place.open();
      await former.close();
      const current = await place.open(place.again());
      await current.append({ by: "current" });
      await former.close();
      await refused(() => former.append({ by: "former" }), "journal-closed", "an append of a former owner");
      await refused(() => place.again().open(), "journal-locked", "an opening after a former owner closed again");
      await current.close();
      await place.holds([{ by: "current" }]);
    },
  },
  {
    name: "owner: each opening is one of its own",
    async body(place) {
      const first = await place.open();
      await first.append({ n: 1 });
      await first.close();
      const second = await place.open();
      check(first !== second, "open() gave the same object twice");
      same(first.records, [], "the records of the first opening");
      same(second.records, [{ n: 1 }], "the records of the second opening");
    },
  },
];
