import { expect, test } from "vitest";
import { findLosses } from "./kept.ts";

const document = `---\ntitle: A\n---\n\n# Title\n\nRun \`npm ci\` and read [the guide](/guide).\n\n\`\`\`sh\nnpm ci\n\`\`\`\n\n${"One of many words that stay. ".repeat(20)}\n`;

const lossesOf = (draft: string): string[] => findLosses(document, draft).map((finding) => finding.actual);

test("a mended document is still the document", () => {
  expect(findLosses(document, document)).toEqual([]);
  expect(lossesOf(document.replace("# Title", "Title\n=====").replace("One of many", "One of the many"))).toEqual([]);
});

test("what is thrown away, replaced or added is found", () => {
  expect(lossesOf(document.replace("npm ci\n```", "npm install\n```"))).toEqual(["npm ci"]);
  expect(lossesOf(document.replace("title: A", "title: B"))).toEqual(["title: A"]);
  expect(lossesOf(document.replace("/guide", "/elsewhere"))).toEqual(["/guide"]);
  expect(lossesOf(document.replaceAll(/One of many.*/g, ""))).toEqual([expect.stringMatching(/^120 of \d+ words are gone$/)]);
  expect(lossesOf(`${document}\n${"More. ".repeat(40)}`)).toEqual([expect.stringMatching(/^40 words are new/)]);
});

test("a short text can be mended, but not replaced", () => {
  expect(findLosses("Use OS X or nodejs.\n", "Use macOS or Node.js.\n")).toEqual([]);
  expect(findLosses("Stop the watcher first.\n", "Fine as it is.\n")).not.toEqual([]);
});

test("an empty draft of a document with words keeps nothing", () => {
  expect(lossesOf(".\n")).not.toEqual([]);
});
