/** Compaction replaces everything, as one change. */
import { same } from "../agent-contract/contract-case.js";
import { records, refused } from "./journal-case.js";
import type { JournalCaseSpec } from "./journal-case.js";

export const COMPACT_CASES: readonly JournalCaseSpec[] = [
  {
    name: "compaction: replaces everything",
    async body(place) {
      const opened = await place.open();
      for (const record of records(5)) await opened.append(record);
      await opened.compact([{ summary: 5 }, { open: true }]);
      await opened.close();
      await place.holds([{ summary: 5 }, { open: true }]);
    },
  },
  {
    name: "compaction: what comes later stands behind it",
    async body(place) {
      const opened = await place.open();
      await opened.append({ n: 1 });
      await opened.compact([{ summary: 1 }]);
      for (const record of records(3)) await opened.append(record);
      await opened.close();
      await place.holds([{ summary: 1 }, ...records(3)]);
    },
  },
  {
    name: "compaction: has its turn in the order of the calls",
    async body(place) {
      const opened = await place.open();
      await Promise.all([opened.append({ n: 1 }), opened.append({ n: 2 }), opened.compact([{ summary: 2 }]), opened.append({ n: 3 }), opened.compact([{ summary: 3 }]), opened.append({ n: 4 }), opened.append({ n: 5 })]);
      await opened.close();
      await place.holds([{ summary: 3 }, { n: 4 }, { n: 5 }]);
    },
  },
  {
    name: "compaction: to nothing",
    async body(place) {
      const opened = await place.open();
      await opened.append({ n: 1 });
      await opened.compact([]);
      await opened.close();
      await place.holds([]);
      const next = await place.open();
      await next.append({ n: 2 });
      await next.close();
      await place.holds([{ n: 2 }]);
    },
  },
  {
    name: "compaction: of a new journal, and to more than there was",
    async body(place) {
      const opened = await place.open();
      await opened.compact(records(3000));
      await opened.append({ last: true });
      await opened.close();
      await place.holds([...records(3000), { last: true }]);
    },
  },
  {
    name: "compaction: records that change after the call are kept as they were",
    async body(place) {
      const opened = await place.open();
      const list = [{ n: 1 }];
      const compacting = opened.compact(list);
      list.push({ n: 2 });
      await compacting;
      await opened.close();
      await place.holds([{ n: 1 }]);
    },
  },
  {
    name: "compaction: with one that is not JSON changes nothing",
    async body(place) {
      const opened = await place.open();
      await opened.append({ n: 1 });
      await refused(() => opened.compact([{ n: 9 }, { n: undefined as never }]), "not-plain", "a compaction with a record that is not JSON");
      await opened.append({ n: 2 });
      await opened.close();
      await place.holds([{ n: 1 }, { n: 2 }]);
    },
  },
  {
    name: "compaction: again and again, with openings between",
    async body(place) {
      for (let round = 1; round <= 6; round++) {
        const opened = await place.open(place.again());
        same(opened.records, round === 1 ? [] : [{ summary: round - 1 }, { n: round - 1 }], `the records in round ${round}`);
        await opened.compact([{ summary: round }]);
        await opened.append({ n: round });
        await opened.close();
      }
    },
  },
];
