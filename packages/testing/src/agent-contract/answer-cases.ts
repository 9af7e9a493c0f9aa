/** What comes back of an answer (G4, G7). */
import { copyPlain } from "@loopwright/core";
import type { AgentReply, Json } from "@loopwright/core";
import { check, contractRequest, same, shown } from "./contract-case.js";
import type { Bench, CaseSpec } from "./contract-case.js";

export const SCHEMA = {
  type: "object",
  properties: { approved: { type: "boolean" }, feedback: { type: "array" } },
  required: ["approved", "feedback"],
};

const VERBATIM = "  # Ünïcode — 漢字 🚀\n\n\t`code` \"quotes\" \\n\r\n</answer>\u2028 ";
const NESTED: Json = { approved: false, feedback: [{ title: "Ä\n🚀", lines: [1, 2.5, -3e10], more: { deep: [[], {}, null, ""] } }] };

/** An answer that is sent, and what must have come of it. */
function answer(name: string, step: Omit<Extract<CaseSpec["script"][number], { does: "answers" }>, "does">, expect: (reply: AgentReply) => void, isStructured: boolean, needs: CaseSpec["needs"] = []): CaseSpec {
  return {
    name,
    needs: isStructured ? ["structured", ...needs] : needs,
    script: [{ does: "answers", ...step }],
    body: async (bench) => expect(await bench.call(contractRequest(isStructured ? { schema: SCHEMA } : {}))),
  };
}

/** A text that is no structured answer: the call may fail, or answer without one. */
function noStructure(name: string, text: string): CaseSpec {
  return {
    name,
    needs: ["structured"],
    script: [{ does: "answers", text }],
    body: async (bench) => hasNoStructure(bench.call(contractRequest({ schema: SCHEMA }))),
  };
}

async function hasNoStructure(calling: ReturnType<Bench["call"]>): Promise<void> {
  const structured = await calling.then(
    (reply) => reply.structured,
    () => undefined,
  );
  check(structured == null, `a structured value was made of a text: ${shown(structured)}`);
}

const FIELDS: readonly string[] = ["text", "structured", "usage", "model", "answeredBy", "finishReason", "raw"];

export const ANSWER_CASES: readonly CaseSpec[] = [
  answer("answers: a text arrives verbatim", { text: VERBATIM }, ({ text }) => same(text, VERBATIM, "the text"), false),
  answer("answers: a text of a megabyte arrives whole", { text: "0123456789abcdeä".repeat(65_536) }, ({ text }) => same(text, "0123456789abcdeä".repeat(65_536), "the text"), false),
  answer(
    "answers: JSON in a text answer stays text",
    { text: '{"approved":true,"feedback":[]}' },
    ({ text, structured }) => {
      same(text, '{"approved":true,"feedback":[]}', "the text");
      check(structured == null, `a structured value came of a text: ${shown(structured)}`);
    },
    false,
  ),
  answer("answers: a structured value arrives as it is", { structured: NESTED }, ({ structured }) => same(structured, NESTED, "the structured value"), true),
  answer(
    'answers: nothing is converted, filled in or removed: "false" stays a string',
    { structured: { approved: "false", extra: 1 } },
    ({ structured }) => same(structured, { approved: "false", extra: 1 }, "the structured value"),
    true,
  ),
  noStructure("answers: prose is no structured value", "APPROVED. Great work!"),
  noStructure("answers: fenced JSON is no structured value", '```json\n{"approved":true,"feedback":[]}\n```'),
  noStructure("answers: half a JSON document is no structured value", '{"approved":true,"feed'),
  {
    name: "answers: an empty answer stays empty, or fails the call",
    script: [{ does: "answers" }],
    async body(bench) {
      const reply = await bench.call(contractRequest()).catch((): AgentReply => ({}));
      check((reply.text ?? "").trim() === "" && reply.structured == null, `an empty answer became ${shown(reply)}`);
    },
  },
  answer("answers: a stop at the length limit says so", { text: "half an ans", finishReason: "length" }, ({ finishReason }) => same(finishReason, "length", "the finish reason"), false, ["finish-reason"]),
  answer("answers: a refusal says so", { text: "I cannot.", finishReason: "refusal" }, ({ finishReason }) => same(finishReason, "refusal", "the finish reason"), false, ["finish-reason"]),
  answer(
    "answers: usage arrives as reported",
    { text: "D1", usage: { inputTokens: 120, outputTokens: 45 } },
    ({ usage }) => {
      same(usage?.inputTokens, 120, "usage.inputTokens");
      same(usage?.outputTokens, 45, "usage.outputTokens");
    },
    false,
    ["usage"],
  ),
  answer(
    "answers: usage that nobody reported is absent, never 0",
    { text: "D1" },
    ({ usage }) => check(usage?.inputTokens === undefined && usage?.outputTokens === undefined && usage?.costUsd === undefined, `usage is ${shown(usage)}`),
    false,
  ),
  answer(
    "answers: a reply is plain data with known fields",
    { text: "D1" },
    (reply) => {
      const { raw: _raw, ...told } = reply;
      copyPlain(told);
      const foreign = Object.keys(reply).find((field) => !FIELDS.includes(field));
      check(foreign === undefined, `the reply has a field ${shown(foreign)}`);
    },
    false,
  ),
];
