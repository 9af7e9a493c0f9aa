import { describe, expect, it } from "vitest";
import { citationSources, citationToken, resolvesCitation } from "./citation.js";

describe("tokens", () => {
  it.each([
    ["SPEC: #4.2", "4.2"], ["constitution:api.3", "api.3"], ["spec", ""], ["plan:", ""], ["§", ""], ["constitution § #", ""], ["adr -.", ""], ["  ", ""],
    ["adr §§8", "8"], ["#upload-timer", "upload-timer"], ["# §1.2", "§1.2"], ["planned §8", "planned §8"], ["spec_x", "spec_x"], ["spec4.2", "spec4.2"],
  ])("LG-CITE-4: %j looks for %j", (cited, token) => {
    expect(citationToken(cited)).toBe(token);
  });
});

describe("resolution", () => {
  it.each([
    ["spec api.3", "api.3: queries", true],
    ["spec api.3", "myapi.3", false],
    ["spec 4.2", "14.2", false],
    ["spec 4.2", "1.4.2", false],
    ["spec §9", "§99.9", false],
    ["spec §4", "§4.2 rotation", true],
    ["spec 4.2", "§4.2a", false],
    ["spec 4.2", "14.2, 4.2b and 4.2", true],
    ["spec REQ-7", "req-7", true],
    ["spec a+b", "a+b", true],
    ["spec .*", "anything", false],
    ["adr İx", "i\u0307x", true],
  ])("LG-CITE-5: %j in %j: %s", (cited, text, expected) => {
    expect(resolvesCitation(cited, [text])).toBe(expected);
  });

  it.each([
    ["spec §4.2 (rotation)", "§4.2", true],
    ["spec §4.2(a)", "§4.2", true],
    ["spec §4.2 rotation", "§4.2", true],
    ["spec rotation of tokens", "rotation", false],
    ["spec a", "a word", false],
    ["spec 4", "rule 4.", true],
    ["spec §", "§", false],
  ])("LG-CITE-6: %j in %j: %s", (cited, text, expected) => {
    expect(resolvesCitation(cited, [text])).toBe(expected);
  });

  it("LG-CITE-5: any of the texts will do, none will not", () => {
    expect(resolvesCitation("spec §4.2", ["x", "§4.2"])).toBe(true);
    expect(resolvesCitation("spec §4.2", [])).toBe(false);
  });
});

describe("sources", () => {
  const layout = { stateDirectory: ".review", cycleDirectory: ".review/work/c" };
  const paths = [".review/constitution.md", ".review/constitution/a/b.md", ".review/constitution/x.txt", ".review/work/c/spec.md", ".review/work/c/plan.md", ".review/work/c/adr-1.md", ".review/work/c/sub/adr-2.md", ".review/work/c/decisions.md", ".review/work/c/UP.MD", "spec.md"];
  const constitution = paths.slice(0, 2);
  const planned = paths.slice(3, 5);

  it.each([
    ["constitution api.3", constitution],
    ["Constitutional 5", constitution],
    ["spec §1", planned],
    ["PLAN T1", planned],
    ["adr 4", [...planned, ".review/work/c/adr-1.md"]],
    ["§4.2", [...constitution, ...planned]],
  ])("LG-CITE-2, LG-SEC-20: %j", (cited, expected) => {
    expect(citationSources(cited, paths, layout)).toEqual(expected);
  });
});
