#!/usr/bin/env node
/**
 * Stands in for Claude Code, so that the example needs neither the program nor a key: it reads the request on standard
 * input and prints one JSON result, as `claude -p --output-format json` does.
 */
import { text } from "node:stream/consumers";

const request = await text(process.stdin);
const draft = request.split("## draft")[1] ?? "";
const feedback = /rollback/i.test(draft) ? [] : ["Say how to roll back, and who does it."];
const verdict = { approved: feedback.length === 0, feedback };

console.log(
  JSON.stringify({
    type: "result",
    subtype: "success",
    is_error: false,
    result: verdict.approved ? "Nothing to add." : feedback.join(" "),
    structured_output: process.argv.includes("--json-schema") ? verdict : undefined,
    total_cost_usd: 0.002,
    usage: { input_tokens: request.length, output_tokens: 20 },
    modelUsage: { "stand-in": {} },
  }),
);
