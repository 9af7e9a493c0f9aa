/** What is appended is there, as it was, in order. */
import type { Json } from "@loopwright/core";
import { check, same } from "../agent-contract/contract-case.js";
import { isDeepFrozen, isPlain, records, refused } from "./journal-case.js";
import type { JournalCaseSpec } from "./journal-case.js";

const ODD_VALUES: readonly Json[] = [
  { text: 'quotes " \\ and breaks \n \r \u2028 \u2029 \u0000 end' },
  { text: "ü 漢 🙂 e\u0301", "key with blanks and 漢": 1 },
  { lone: "\ud800", other: "\udc00x" },
  { numbers: [0, -1, 1.5, 1e308, 5e-324, Number.MAX_SAFE_INTEGER, 0.1] },
  { empty: {}, none: [], nothing: null, no: false, yes: true, text: "" },
  JSON.parse('{"__proto__":{"polluted":true},"constructor":1,"toString":2}') as Json,
  [[["nested", { deep: [1, [2, [3]]] }]]],
  "a text alone",
  17,
  null,
  { looks: '{"crc":"00000000","record":{}}\n{"type":"effect"}' },
];

export const RECORD_CASES: readonly JournalCaseSpec[] = [
  {
    name: "records: a new journal has none",
    async body(place) {
      same((await place.open()).records, [], "the records");
    },
  },
  {
    name: "records: what was appended is there for whoever opens it next, in order",
    async body(place) {
      const opened = await place.open();
      for (const record of records(5)) await opened.append(record);
      await opened.close();
      await place.holds(records(5));
    },
  },
  {
    name: "records: any JSON comes back as it was",
    async body(place) {
      const opened = await place.open();
      for (const value of ODD_VALUES) await opened.append(value);
      await opened.close();
      const found = await place.recorded();
      same(found.length, ODD_VALUES.length, "the number of records");
      ODD_VALUES.forEach((value, index) => same(found[index], value, `record ${index}`));
    },
  },
  {
    name: "records: a record of a megabyte comes back whole",
    async body(place) {
      const long = { text: "ü".repeat(500_000) };
      const opened = await place.open();
      await opened.append(long);
      await opened.append({ after: true });
      await opened.close();
      await place.holds([long, { after: true }]);
    },
  },
  {
    name: "records: ten thousand come back",
    async body(place) {
      const opened = await place.open();
      await Promise.all(records(10_000).map((record) => opened.append(record)));
      await opened.close();
      await place.holds(records(10_000));
    },
  },
  {
    name: "records: they are plain and frozen to their leaves",
    async body(place) {
      const opened = await place.open();
      await opened.append({ list: [{ deep: { deeper: [1] } }] });
      await opened.close();
      const found = await place.recorded();
      check(Object.isFrozen(found), "the list of records is not frozen");
      check(found.every(isPlain) && found.every(isDeepFrozen), "a record is not plain or not frozen");
    },
  },
  {
    name: "records: they are what was there at opening, and do not grow",
    async body(place) {
      const opened = await place.open();
      await opened.append(records(1)[0] ?? null);
      same(opened.records, [], "the records of the first owner");
      await opened.close();
      const next = await place.open();
      await next.append({ more: true });
      same(next.records, records(1), "the records of the second owner");
    },
  },
  {
    name: "records: they go on over many openings",
    async body(place) {
      for (let opening = 0; opening < 10; opening++) {
        const opened = await place.open(place.again());
        same(opened.records, records(opening), `the records at opening ${opening}`);
        await opened.append(records(1, opening)[0] ?? null);
        await opened.close();
      }
    },
  },
  {
    name: "appends: calls that overlap keep their order",
    async body(place) {
      const opened = await place.open();
      const done: number[] = [];
      await Promise.all(records(200).map((record, index) => opened.append(record).then(() => done.push(index))));
      same(done, [...done].sort((one, other) => one - other), "the order in which appends resolved");
      await opened.close();
      await place.holds(records(200));
    },
  },
  {
    name: "appends: a record that changes after the call is kept as it was",
    async body(place) {
      const opened = await place.open();
      const record = { list: [1], name: "before" };
      const appending = opened.append(record);
      record.name = "after";
      record.list.push(2);
      await appending;
      await opened.close();
      await place.holds([{ list: [1], name: "before" }]);
    },
  },
  {
    name: "appends: the same record twice stands there twice",
    async body(place) {
      const opened = await place.open();
      const record = { once: true };
      await Promise.all([opened.append(record), opened.append(record)]);
      await opened.close();
      await place.holds([record, record]);
    },
  },
  {
    name: "appends: what is not JSON is refused, nothing of it is kept, and the journal goes on",
    async body(place) {
      const opened = await place.open();
      await opened.append({ n: 1 });
      const cycle: { self?: unknown } = {};
      cycle.self = cycle;
      for (const value of [undefined, { a: undefined }, { a: Number.NaN }, { a: () => 1 }, new Date(0), cycle, { a: 1n }]) {
        await refused(() => opened.append(value as never), "not-plain", "a record that is not JSON");
      }
      await opened.append({ n: 2 });
      await opened.close();
      await place.holds([{ n: 1 }, { n: 2 }]);
    },
  },
  {
    name: "appends: one that is refused between others disturbs neither",
    async body(place) {
      const opened = await place.open();
      const outcomes = await Promise.allSettled([opened.append({ n: 1 }), Promise.resolve().then(() => opened.append(undefined as never)), opened.append({ n: 2 })]);
      same(outcomes.map(({ status }) => status), ["fulfilled", "rejected", "fulfilled"], "the outcomes");
      await opened.close();
      await place.holds([{ n: 1 }, { n: 2 }]);
    },
  },
];
