import * as fc from "fast-check";
import { expect, test } from "vitest";
import { agentRequest } from "../agent-request.fixture.js";
import { renderRequest } from "./request-document.js";

/** The contents of the first fence, as a reader of Markdown finds its end. */
function firstFence(document: string): string | undefined {
  const [, marks = "", rest = ""] = /^(`{3,})\w+\n([^]*)$/m.exec(document) ?? [];
  const end = new RegExp(`(^|\n)\`{${marks.length},}[ \t]*(\n|$)`).exec(`\n${rest}`);
  return end === null ? undefined : rest.slice(0, Math.max(0, end.index - 1));
}

const texts = fc.oneof(
  fc.string({ unit: "grapheme" }),
  fc.string({ unit: fc.constantFrom("`", "```", "\n", "# Answer", "a", " ", "~~~") }),
);

test("G17: request-document.ts 2: whatever a text holds, its fence ends where it does", () => {
  fc.assert(
    fc.property(texts, (draft) => {
      expect(firstFence(renderRequest("text", agentRequest({ input: { draft } })))).toBe(draft);
    }),
  );
});

test("request-document.ts 2: whatever the input, JSON gives it back", () => {
  fc.assert(
    fc.property(fc.string({ unit: "binary" }), fc.jsonValue(), (instruction, value) => {
      const input = JSON.parse(JSON.stringify(value)) as never;
      expect(JSON.parse(renderRequest("json", agentRequest({ instruction, input })))).toMatchObject({ instruction, input });
    }),
  );
});
