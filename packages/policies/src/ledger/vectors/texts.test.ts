import { parseDiff, parseTrailers } from "@loopwright/evidence";
import { describe, expect, it } from "vitest";
import { LedgerProblem } from "../problem.js";
import { claimKey } from "../value/claim-stem.js";
import { STRICT_HUNK_DIFFERENCES, TRAILER_DIFFERENCES, withDifferences } from "./differences.fixture.js";
import { fillEmptyTrailers, scanHunks } from "./reference-diff.fixture.js";
import { REFERENCE, referenceAnchors, referenceResolves, referenceSources, referenceText } from "./reference.fixture.js";
import { readVectors, type FileContent } from "./vector-file.fixture.js";

describe("vectors of fingerprint", () => {
  const vectors = readVectors<{ readonly content: FileContent | null; readonly path: string; readonly region: unknown }, unknown>("fingerprint");

  it(`LG-FP-2: all ${vectors.length} are equal`, () => {
    for (const { id, input, expected } of vectors) {
      const files = new Map(input.content === null ? [] : [[input.path, input.content]]);
      let outcome: unknown;
      try {
        outcome = { sha1: referenceAnchors(files)(input.path, input.region).fingerprint };
      } catch (thrown) {
        if (!(thrown instanceof LedgerProblem)) throw thrown;
        outcome = { error: true, kind: thrown.code };
      }
      expect(outcome, id).toEqual(expected);
    }
  });
});

describe("vectors of claim_stem", () => {
  const vectors = readVectors<{ readonly claim: string | null }, string>("claim_stem");

  it(`LG-FP-7: all ${vectors.length} are equal`, () => {
    for (const { id, input, expected } of vectors) expect(claimKey(input.claim ?? "", REFERENCE), id).toBe(expected);
  });
});

describe("vectors of citation_resolves", () => {
  type Input =
    | { readonly mode: "direct"; readonly cited: string; readonly sources: readonly (FileContent | null)[] }
    | { readonly mode: "workspace"; readonly cited: string; readonly slug: string; readonly files: { readonly [path: string]: FileContent } };
  const vectors = readVectors<Input, { readonly resolves: boolean; readonly sources?: readonly string[] }>("citation_resolves");

  it(`LG-CITE-2, LG-CITE-4, LG-CITE-5: all ${vectors.length} are equal`, () => {
    for (const { id, input, expected } of vectors) {
      if (input.mode === "direct") {
        const texts = input.sources.flatMap((source) => (source === null ? [] : [referenceText(source)]));
        expect({ resolves: referenceResolves(input.cited, texts) }, id).toEqual(expected);
        continue;
      }
      const files = new Map(Object.entries(input.files));
      const sources = [...referenceSources(input.cited, files, input.slug)].sort();
      const texts = sources.map((path) => referenceText(files.get(path) ?? ""));
      expect({ sources, resolves: referenceResolves(input.cited, texts) }, id).toEqual(expected);
    }
  });
});

describe("vectors of parse_trailers", () => {
  const vectors = readVectors<{ readonly message: string | null }, unknown>("parse_trailers");

  it(`LG-CD-4: all ${vectors.length} are equal`, () => {
    for (const vector of vectors) {
      const { id, input, expected } = withDifferences(vector, TRAILER_DIFFERENCES as never);
      expect(parseTrailers(fillEmptyTrailers(input.message ?? ""), { prefix: "Sage" }), id).toEqual(expected);
    }
  });
});

describe("vectors of parse_hunks", () => {
  type Row = readonly [string, number, number, number, number];
  const vectors = readVectors<{ readonly diff: string | null }, readonly Row[]>("parse_hunks");

  it(`LG-CD-9: all ${vectors.length} are equal by the reference's scan`, () => {
    for (const { id, input, expected } of vectors) {
      const rows = scanHunks(input.diff ?? "").map(({ path, oldStart, oldCount, newStart, newCount }) => [path, oldStart, oldCount, newStart, newCount]);
      expect(rows, id).toEqual(expected);
    }
  });

  it("LG-SEC-4, LG-SEC-6: what git printed is read the same but for names and imitations", () => {
    for (const vector of vectors.filter(({ id }) => id.includes("-git-"))) {
      const { id, input, expected } = withDifferences(vector, STRICT_HUNK_DIFFERENCES as never);
      const rows = parseDiff(input.diff ?? "").flatMap(({ oldPath, newPath, hunks }) =>
        hunks.map(({ oldStart, oldCount, newStart, newCount }) => [newPath ?? oldPath, oldStart, oldCount, newStart, newCount]),
      );
      expect(rows, id).toEqual(expected);
    }
  });
});
