/** The tarballs: their contents, publint, and are-the-types-wrong (ESM only). */
import { readFileSync } from "node:fs";
import { publint } from "publint";
import { formatMessage } from "publint/utils";
import { packPackages } from "./pack.ts";
import type { Packed } from "./pack.ts";
import { conclude, run } from "./run.ts";

const published = /^(package\.json|README\.md|LICENSE|THIRD-PARTY-LICENSES|CHANGELOG\.md|bin\/.+\.js|dist\/.+\.(js|d\.ts)(\.map)?)$/;
const testFile = /\.test(-d)?\./;

function contentProblems({ package: one, files }: Packed): string[] {
  const unexpected = files.filter((file) => !published.test(file) || testFile.test(file));
  const required = ["LICENSE", ...one.entries.flatMap(({ stem }) => [`dist/${stem}.js`, `dist/${stem}.d.ts`])];
  const missing = required.filter((file) => !files.includes(file));
  return [
    ...unexpected.map((file) => `${one.name}: ${file} must not be published`),
    ...missing.map((file) => `${one.name}: ${file} is missing from the tarball`),
  ];
}

async function publintProblems({ package: one, tarball }: Packed): Promise<string[]> {
  const bytes = new Uint8Array(readFileSync(tarball));
  const { messages, pkg } = await publint({ strict: true, pack: { tarball: bytes.buffer } });
  return messages
    .filter((message) => message.type !== "suggestion")
    .map((message) => `${one.name}: publint: ${formatMessage(message, pkg) ?? message.code}`);
}

function typeProblems({ package: one, tarball }: Packed): string[] {
  const result = run("attw", [tarball, "--profile", "esm-only", "--no-emoji", "--no-color"]);
  return result.ok ? [] : [`${one.name}: are-the-types-wrong:\n${result.output}`];
}

const packed = packPackages();
const problems: string[] = [];
for (const one of packed) {
  problems.push(...contentProblems(one), ...(await publintProblems(one)), ...typeProblems(one));
}
conclude(problems, `${packed.length} tarballs: contents, publint, types`);
