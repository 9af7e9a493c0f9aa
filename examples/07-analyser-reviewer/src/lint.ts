/**
 * ESLint over the JavaScript of the current directory, as SARIF on standard output. Any analyser that writes SARIF does in
 * its place; most have an option for it.
 */
import { pathToFileURL } from "node:url";
import { ESLint, type Linter } from "eslint";

const eslint = new ESLint({ overrideConfigFile: true, overrideConfig: [{ rules: { "no-undef": "error", eqeqeq: "error", "no-unused-vars": "warn" } }] });
const files = await eslint.lintFiles(["**/*.js"]);

const result = (file: string, { ruleId, severity, message, line, endLine, suppressions }: Linter.LintMessage & Partial<Pick<Linter.SuppressedLintMessage, "suppressions">>) => ({
  ruleId: ruleId ?? "syntax",
  level: severity === 2 ? "error" : "warning",
  // In SARIF braces stand for arguments unless they are doubled.
  message: { text: message.replaceAll(/[{}]/g, "$&$&") },
  locations: [{ physicalLocation: { artifactLocation: { uri: pathToFileURL(file).href }, region: { startLine: line, endLine } } }],
  suppressions: (suppressions ?? []).map(({ justification }) => ({ kind: "inSource", justification })),
});

const results = files.flatMap(({ filePath, messages, suppressedMessages }) => [...messages, ...suppressedMessages].map((message) => result(filePath, message)));
const tool = { driver: { name: "ESLint", version: ESLint.version } };
console.log(JSON.stringify({ version: "2.1.0", runs: [{ tool, invocations: [{ executionSuccessful: true }], results }] }));
process.exitCode = files.some(({ errorCount }) => errorCount > 0) ? 1 : 0;
