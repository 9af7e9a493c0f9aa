import { expect, test } from "vitest";
import { parseCli } from "./cli.ts";
import type { CliOptions } from "./cli.ts";
import { UserError } from "./user-error.ts";

function optionsOf(...args: string[]): CliOptions {
  const parsed = parseCli(args, {});
  if (parsed.kind !== "run") throw new Error("nothing to run");
  return parsed.options;
}

function errorOf(args: readonly string[], environment: NodeJS.ProcessEnv = {}): UserError {
  try {
    parseCli(args, environment);
  } catch (error) {
    if (error instanceof UserError) return error;
    throw error;
  }
  throw new Error(`${args.join(" ")} was understood`);
}

test("without arguments: the shipped document and three reviews", () => {
  expect(optionsOf()).toEqual({
    file: null,
    maxReviews: 3,
    timeoutMs: null,
    writerCommand: null,
    reviewerCommand: null,
    writerModel: null,
    reviewerModel: null,
    modelService: null,
    commandInput: "text",
    out: null,
    isInPlace: false,
    isJson: false,
  });
});

test("case F15: --max-reviews=3 and --max-reviews 3 are the same, and neither lands in the text", () => {
  expect(optionsOf("a.md", "--max-reviews=2")).toMatchObject({ file: "a.md", maxReviews: 2 });
  expect(optionsOf("--max-reviews", "2", "a.md")).toMatchObject({ file: "a.md", maxReviews: 2 });
});

test("case F15: a misspelt option is an error that names the right one", () => {
  expect(errorOf(["--max-review", "3"])).toMatchObject({ code: "option-unknown", message: "unknown option '--max-review'", hint: "Did you mean --max-reviews?" });
  expect(errorOf(["--max-review=3"]).code).toBe("option-unknown");
});

test.for(["0", "-1", "11", "3.5", "1e0", "NaN", "Infinity", "three", " 3", ""])("case F15: --max-reviews %j is no ceiling and is refused", (value) => {
  expect(errorOf([`--max-reviews=${value}`]).code).toBe("option-value-invalid");
});

test("case F15: an option that npm keeps for itself is an error, not a default", () => {
  const taken = { npm_lifecycle_event: "start", npm_config_max_reviews: "1" };
  expect(errorOf(["a.md"], taken)).toMatchObject({ code: "option-taken-by-npm", hint: "Put -- before it: npm start -- --max-reviews …" });
  expect(parseCli(["a.md", "--max-reviews", "1"], taken).kind).toBe("run");
  expect(parseCli(["a.md"], { ...taken, npm_lifecycle_event: "test" }).kind).toBe("run");
});

test.for([
  [["--max-reviews"], "option-without-value"],
  [["--out"], "option-without-value"],
  [["--out", "--json"], "option-value-invalid"],
  [["--out="], "option-value-invalid"],
  [["--writer-cmd", "--json"], "option-value-invalid"],
  [["--timeout", "0"], "option-value-invalid"],
  [["--timeout", "9999999999"], "option-value-invalid"],
  [["--timeout", "soon"], "option-value-invalid"],
  [["--cmd-input", "xml"], "option-value-invalid"],
  [["--unknown"], "option-unknown"],
  [["-x"], "option-unknown"],
  [["a.md", "b.md"], "argument-extra"],
  [[""], "document-missing"],
  [["--write"], "options-conflict"],
  [["a.md", "--write", "--out", "b.md"], "options-conflict"],
  [["a.md", "--json", "--out", "-"], "options-conflict"],
  [["--writer-cmd", 'cat "a'], "command-invalid"],
  [["--model"], "option-without-value"],
  [["--model", "--json"], "option-value-invalid"],
  [["--model", "m", "--writer-cmd", "w"], "options-conflict"],
  [["--reviewer-model", "m", "--reviewer-cmd", "r"], "options-conflict"],
  [["--model", "m"], "model-service-missing"],
  [["--reviewer-model", "m"], "model-service-missing"],
] as const)("%j is refused as %s, in one line", ([args, code]) => {
  const error = errorOf(args);
  expect(error.code).toBe(code);
  expect(`${error.message} ${error.hint}`).not.toContain("\n");
});

test("everything that can be said", () => {
  const options = optionsOf("a.md", "--timeout", "1.5", "--writer-cmd", "w -a", "--reviewer-cmd", '["r", "b c"]', "--cmd-input", "json", "--out", "b.md", "--json");
  expect(options).toMatchObject({
    timeoutMs: 1500,
    writerCommand: { command: "w", args: ["-a"] },
    reviewerCommand: { command: "r", args: ["b c"] },
    commandInput: "json",
    out: "b.md",
    isJson: true,
  });
  expect(optionsOf("a.md", "--write").isInPlace).toBe(true);
  expect(optionsOf("--out", "-").out).toBe("-");
  expect(optionsOf("--", "-odd.md").file).toBe("-odd.md");
});

test("--help and --version print and run nothing", () => {
  expect(parseCli(["--help"], {})).toMatchObject({ kind: "info", text: expect.stringContaining("Exit codes: 0 approved") as string });
  expect(parseCli(["--version"], {})).toEqual({ kind: "info", text: "0.1.0\n" });
});
