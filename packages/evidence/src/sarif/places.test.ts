import { describe, expect, it } from "vitest";
import { at, readOne, resultOf } from "./log.fixture.js";
import { MAX_PLACES } from "./place.js";

/** The one place of a result. */
function placeOf(artifactLocation: unknown, { root, region, ...run }: { root?: string | null; region?: unknown; originalUriBaseIds?: unknown; artifacts?: unknown } = {}) {
  return readOne(resultOf({ locations: [at(artifactLocation, region)] }), run, {}, root === undefined ? {} : { root }).places[0];
}

const file = (uri: string, root?: string) => placeOf({ uri }, root === undefined ? {} : { root })?.location?.file ?? null;
const problem = (uri: string, root?: string) => {
  const place = placeOf({ uri }, root === undefined ? {} : { root });
  return place?.location === null ? place.problem : null;
};

describe("paths", () => {
  it.each([
    ["src/a.ts", "src/a.ts"], ["./src/./a.ts", "src/a.ts"], ["src//a.ts", "src/a.ts"], ["src/a%20b.ts", "src/a b.ts"], ["s%C3%B6r/a.ts", "sör/a.ts"], ["sör/a b.ts", "sör/a b.ts"], ["a%2Bb%23c%3Fd", "a+b#c?d"], ["%41%252e", "A%2e"], ["...", "..."], [".github/a", ".github/a"], ["src/ab:c/d", "src/ab:c/d"],
  ])("a relative URI is one below the root: %s", (uri, path) => {
    for (const root of [undefined, "/work/repo", "C:\\repo"]) expect(file(uri, root)).toBe(path);
  });

  it.each([
    ["../a", "its path: has an empty, `.` or `..` segment"], ["a/../../b", "its path: has an empty, `.` or `..` segment"], ["a/../b", "its path: has an empty, `.` or `..` segment"], ["%2e%2E/a", "its path: has an empty, `.` or `..` segment"], ["a/%2e./b", "its path: has an empty, `.` or `..` segment"],
    ["a%2Fb", "it has an encoded slash"], ["a%2f..%2fb", "it has an encoded slash"], ["a%5Cb", "its path: has a backslash"], ["a\\b", "its path: has a backslash"], ["..\\a", "its path: has a backslash"],
    ["a%00b", "its path: has a control character"], ["a%0Ab", "its path: has a control character"], ["a\u2028b", "its path: has a control character"],
    [".git/config", "its path: lies inside the version control directory"], ["a/.GIT%20/x", "its path: lies inside the version control directory"], ["%2egit/x", "its path: lies inside the version control directory"],
    ["%ff", "its escapes are no UTF-8"], ["%zz", "its escapes are no UTF-8"], ["%", "its escapes are no UTF-8"],
    ["a?b", "it has a query or a fragment"], ["C#/a.cs", "it has a query or a fragment"], ["a#L1", "it has a query or a fragment"],
    ["https://a.b/c", "it is no file, but https:"], ["sarif:/runs/0", "it is no file, but sarif:"], ["javascript:a", "it is no file, but javascript:"], ["git:a", "it is no file, but git:"],
    ["//host/a", "it lies on another machine"], ["file://host/work/repo/a", "it lies on another machine"], ["file:a", "it is a file: URI without an absolute path"], ["file:", "it is a file: URI without an absolute path"],
    ["", "it is the root itself"], [".", "it is the root itself"], ["%2e", "it is the root itself"],
    ["a".repeat(1025), "its path: longer than 1024 bytes"], ["a/".repeat(600), "its path: longer than 1024 bytes"], ["%C3%A4".repeat(513), "its path: longer than 1024 bytes"], ["a".repeat(4096), "its path: longer than 1024 bytes"], ["a".repeat(4097), "it is longer than 4096 characters"],
    ["///work/repo/a", "it lies on another machine"], ["file://host", "it lies on another machine"], ["file://", "it lies outside of the root"], ["file://localhost", "it lies outside of the root"],
  ])("LG-SEC-7: %j has no path, and the finding keeps the URI and the reason", (uri, reason) => {
    expect(placeOf({ uri }, { root: "/work/repo" })).toEqual({ location: null, uri, problem: reason });
  });

  it("LG-SEC-6: a path may have 1,024 bytes", () => {
    expect(file("a".repeat(1024))).toHaveLength(1024);
    expect(file("%C3%A4".repeat(512))).toHaveLength(512);
  });

  it.each([
    ["file:///work/repo/src/a.ts", "/work/repo"], ["FILE:///work/repo/src/a.ts", "/work/repo/"], ["file:/work/repo/src/a.ts", "/work//./repo"], ["file://localhost/work/repo/src/a.ts", "file:///work/repo"], ["/work/repo/src/a.ts", "/work/repo"],
    ["file:///work/r%65po/src/a.ts", "/work/repo"], ["file:///w%25/re%23po/src/a.ts", "/w%/re#po"], ["file:///w%25/src/a.ts", "file:///w%25"], ["file:///src/a.ts", "/"],
    ["file:///x/file:%2541/src/a.ts", "/x/file:%41"], ["/ab:c/src/a.ts", "/ab:c"],
    ["file:///C:/repo/src/a.ts", "C:\\repo"], ["file:///c:/repo/src/a.ts", "C:/repo"], ["C:\\repo\\src\\a.ts", "c:\\repo"], ["C:/repo/src/a.ts", "file:///C:/repo/"],
  ])("an absolute place inside the root is relative to it: %s in %s", (uri, root) => {
    expect(file(uri, root)).toBe("src/a.ts");
  });

  it.each([
    ["file:///work/other/a.ts", "/work/repo"], ["file:///work/repository/a.ts", "/work/repo"], ["/etc/passwd", "/work/repo"], ["file:///work/repo", "/work/repo/sub"], ["file:///work/../work/repo/a.ts", "/work/repo"], ["file:///WORK/repo/a.ts", "/work/repo"], ["file:///D:/repo/a.ts", "C:\\repo"], ["file:///work", "/work/repo"],
    ["file:///ABC:/a.ts", "/abc:"], ["file:///C:x/a.ts", "/c:x"],
  ])("LG-SEC-7: an absolute place outside of the root has no path: %s in %s", (uri, root) => {
    expect(problem(uri, root)).toBe("it lies outside of the root");
  });

  it("LG-SEC-7: an absolute place inside the root cannot leave it again, and without a root there is none", () => {
    expect(problem("file:///work/repo/../other/a.ts", "/work/repo")).toBe("its path: has an empty, `.` or `..` segment");
    expect(problem("file:///work/repo/%2e%2e/other/a.ts", "/work/repo")).toBe("its path: has an empty, `.` or `..` segment");
    expect(problem("file:///work/repo/", "/work/repo")).toBe("it is the root itself");
    expect(problem("file:///work/repo/.git/config", "/work/repo")).toBe("its path: lies inside the version control directory");
    expect(problem("file:///a.ts")).toBe("it is absolute, and no root is given");
    expect(placeOf({ uri: "/a.ts" }, { root: null })).toMatchObject({ problem: "it is absolute, and no root is given" });
  });
});

describe("bases", () => {
  const based = (uri: string, uriBaseId: string, originalUriBaseIds?: unknown, root?: string) => {
    const place = placeOf({ uri, uriBaseId }, { ...(originalUriBaseIds === undefined ? {} : { originalUriBaseIds }), ...(root === undefined ? {} : { root }) });
    return place?.location === null ? place.problem : place?.location.file;
  };

  it("a base that the log does not define, or defines without a place, is the root by agreement", () => {
    expect(based("src/a.ts", "%SRCROOT%")).toBe("src/a.ts");
    expect(based("src/a.ts", "%SRCROOT%", {}, "/work/repo")).toBe("src/a.ts");
    expect(based("a.ts", "S", { S: { uri: "src/", uriBaseId: "P" }, P: { description: { text: "the root" } } })).toBe("src/a.ts");
    expect(based("a.ts", "S", { S: { uri: "src/", uriBaseId: "P" } })).toBe("src/a.ts");
  });

  it("bases are joined, and an absolute one is seen from the root, above it or below", () => {
    const bases = { P: { uri: "file:///work/repo/" }, S: { uri: "src/", uriBaseId: "P" }, D: { uri: "d%20d", uriBaseId: "S" }, W: { uri: "file:///work" }, O: { uri: "file:///other/" } };
    expect(based("a.ts", "D", bases, "/work/repo")).toBe("src/d d/a.ts");
    expect(based("a.ts", "D", bases, "/work/repo/src")).toBe("d d/a.ts");
    expect(based("a.ts", "D", bases, "/")).toBe("work/repo/src/d d/a.ts");
    expect(based("repo/a.ts", "W", bases, "/work/repo")).toBe("a.ts");
    expect(based("a.ts", "W", bases, "/work/repo")).toBe("it lies outside of the root");
    expect(based("a.ts", "O", bases, "/work/repo")).toBe("it lies outside of the root");
    expect(based("../work/repo/a.ts", "O", bases, "/work/repo")).toBe("it lies outside of the root");
    expect(based("file:///work/repo/b.ts", "O", bases, "/work/repo")).toBe("b.ts");
    expect(based("b.ts", "P", { P: { uri: "file:///work/repo/", uriBaseId: "P" } }, "/work/repo")).toBe("b.ts");
  });

  it("without a root an absolute base is taken for it", () => {
    const bases = { P: { uri: "file:///home/ci/repo/" }, S: { uri: "src/", uriBaseId: "P" }, H: { uri: "https://a.b/c/" } };
    expect(based("a.ts", "S", bases)).toBe("src/a.ts");
    expect(based("a.ts", "P", bases)).toBe("a.ts");
    expect(based("a.ts", "H", bases)).toBe("it is no file, but https:");
  });

  it("LG-SEC-7: bases lead nowhere outside, and circles nowhere at all", () => {
    expect(based("../a", "S", { S: { uri: "src/" } })).toBe("its path: has an empty, `.` or `..` segment");
    expect(based("a", "S", { S: { uri: "../" } })).toBe("its path: has an empty, `.` or `..` segment");
    expect(based("a", "S", { S: { uri: "%2e%2e/", uriBaseId: "P" }, P: { uri: "file:///work/repo/" } }, "/work/repo")).toBe("its path: has an empty, `.` or `..` segment");
    expect(based("a", "S", { S: { uri: "s/", uriBaseId: "S" } })).toBe("its bases lead in a circle");
    const circle = { A: { uri: "a/", uriBaseId: "B" }, B: { uri: "b/", uriBaseId: "C" }, C: { uriBaseId: "A" }, D: { uri: "d/", uriBaseId: "A" } };
    for (const id of ["A", "B", "C", "D"]) expect(based("x", id, circle)).toBe("its bases lead in a circle");
    expect(based("config", "S", { S: { uri: ".git/" } })).toBe("its path: lies inside the version control directory");
    expect(based("ä".repeat(300), "S", { S: { uri: `${"ä".repeat(300)}/` } })).toBe("its path: longer than 1024 bytes");
    expect(based("ä".repeat(255), "S", { S: { uri: `${"ä".repeat(256)}/` } })).toHaveLength(512);
    expect(based("a", "S", { S: { uri: `${"s/".repeat(500)}`, uriBaseId: "T" }, T: { uri: "t/".repeat(100) } })).toBe("its path: longer than 1024 bytes");
  });

  it("bases that cannot be read cost the place alone", () => {
    expect(based("a", "S", [])).toMatch(/originalUriBaseIds is not an object/);
    expect(based("a", "S", { S: { uri: 5 } })).toMatch(/originalUriBaseIds\.S\.uri is not a text/);
  });
});

describe("artifacts", () => {
  const artifacts = [{ location: { uri: "a%20b.ts", uriBaseId: "S" } }, { location: { index: 0 } }, { parentIndex: 0, location: { uri: "inner" } }, {}, { location: { uri: "/x" } }];
  const originalUriBaseIds = { S: { uri: "src/" } };

  it("a file may be named by its number in the run", () => {
    expect(placeOf({ index: 0 }, { artifacts, originalUriBaseIds })).toEqual({ location: { file: "src/a b.ts" }, uri: "a%20b.ts" });
    expect(placeOf({ uri: "own.ts", index: 0 }, { artifacts, originalUriBaseIds })).toEqual({ location: { file: "own.ts" }, uri: "own.ts" });
  });

  it.each([
    [{ index: 1 }, "it names no file"], [{ index: 2 }, "it lies inside another artifact"], [{ index: 3 }, "artifact 3 has no location"], [{ index: 9 }, "there is no artifact 9"], [{ index: -1 }, "it names no file"], [{}, "it names no file"], [undefined, "it names no file"], [null, "it names no file"],
  ])("%j has no path: %s", (location, reason) => {
    expect(placeOf(location, { artifacts, originalUriBaseIds })).toEqual({ location: null, uri: null, problem: reason });
  });

  it.each([["text"], [[]], [{ uri: 1 }], [{ index: "0" }], [{ uri: "a", uriBaseId: {} }]])("G9: a place that cannot be read costs the place, not the finding: %j", (location) => {
    expect(placeOf(location)).toMatchObject({ location: null, uri: null, problem: expect.stringMatching(/^runs\[0\]\.results\[0\]\.locations\[0\]\.physicalLocation\.artifactLocation/) as string });
  });
});

describe("lines", () => {
  it.each([
    [{ startLine: 3 }, { line: 3 }], [{ startLine: 3, endLine: 3 }, { line: 3 }], [{ startLine: 3, endLine: 5 }, { line: 3, endLine: 5 }], [{ startLine: 3, startColumn: 2, endLine: 5, endColumn: 4 }, { line: 3, endLine: 5 }],
    [{ startLine: 3, endLine: 5, endColumn: 1 }, { line: 3, endLine: 4 }], [{ startLine: 3, endLine: 4, endColumn: 1 }, { line: 3 }], [{ startLine: 3, endLine: 3, endColumn: 1 }, { line: 3 }],
    [{ startLine: 3, endLine: 2 }, { line: 3 }], [{ startLine: 3, endLine: "4" }, { line: 3 }],
    [{ charOffset: 10, charLength: 5 }, {}], [{ byteOffset: 0 }, {}], [{ startLine: 0 }, {}], [{ startLine: -1, endLine: 4 }, {}], [{ startLine: 1.5 }, {}], [{ startLine: "6" }, {}], [{ endLine: 4 }, {}], [{ startLine: 1e300 }, {}], [{}, {}], [null, {}], [[], {}], ["1", {}],
  ])("the region %j is the lines %j", (region, lines) => {
    expect(placeOf({ uri: "a" }, { region })).toEqual({ location: { file: "a", ...lines }, uri: "a" });
  });
});

describe("several places", () => {
  it("physical ones in their order, the first of them, and how many there are", () => {
    const many = Array.from({ length: MAX_PLACES + 5 }, (_, index) => at({ uri: `f${index}` }));
    const read = readOne(resultOf({ locations: [{ logicalLocations: [{ name: "main" }] }, ...many] }));
    expect(read.places.map(({ uri }) => uri)).toEqual(Array.from({ length: MAX_PLACES }, (_, index) => `f${index}`));
    expect(read.placeCount).toBe(MAX_PLACES + 5);
    expect(readOne(resultOf({ locations: [{ logicalLocations: [] }] }))).toMatchObject({ places: [], placeCount: 0 });
    for (const locations of [null, []]) expect(readOne(resultOf({ locations }))).toMatchObject({ places: [], placeCount: 0 });
  });

  it("G9: locations that cannot be read are one place without a path", () => {
    for (const locations of [{}, "here", [5]]) expect(readOne(resultOf({ locations }))).toMatchObject({ places: [{ location: null, uri: null }], placeCount: 1 });
    expect(readOne(resultOf({ locations: [{ physicalLocation: 5 }, at({ uri: "a" })] }))).toMatchObject({ places: [{ location: null }, { location: { file: "a" } }], placeCount: 2 });
  });
});
