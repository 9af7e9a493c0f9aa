/**
 * The root-cause adviser's return, read by a closed line grammar (RL-TE-10): exactly one verdict, its payload, and a menu
 * of two to four options with what each costs.
 *
 * Every line begins with a key: `VERDICT:`, `APPROACH:`, `ACCEPTANCE:`, `DIFFERS-FROM:`, `CLAUSE-A:`, `CLAUSE-B:`,
 * `WHY-NO-FIX:`, `WHY-NO-FLOOR:`, `OPTION: <what> | COST: <what it costs>`. Other lines are free text.
 */

/** What the adviser may conclude. */
export type AnalystVerdict = "structural-fix" | "residual-floor" | "no-viable-path";

/** What a return says, and whether it keeps the contract. */
export type AnalystReading = {
  /** `null` for a return off the contract, so that it can never start anything. */
  readonly verdict: AnalystVerdict | null;
  readonly conforming: boolean;
  readonly options: readonly { readonly text: string; readonly cost: string }[];
  /** What the contract misses; empty for a conforming return. */
  readonly problems: readonly string[];
};

const VERDICTS: readonly AnalystVerdict[] = ["structural-fix", "residual-floor", "no-viable-path"];

const PAYLOADS: { readonly [V in AnalystVerdict]: readonly string[] } = {
  "structural-fix": ["APPROACH", "ACCEPTANCE", "DIFFERS-FROM"],
  "residual-floor": ["CLAUSE-A", "CLAUSE-B"],
  "no-viable-path": ["WHY-NO-FIX", "WHY-NO-FLOOR"],
};

/** Reads a return. Linear in its length; never throws. */
export function readAnalystReturn(raw: string): AnalystReading {
  const values = new Map<string, string[]>();
  for (const line of raw.split(/\r\n|\n|\r/)) {
    const bare = line.trim().replace(/^[*_`]{1,3}/, "");
    const colon = bare.indexOf(":");
    const key = colon < 0 || colon > 20 ? "" : bare.slice(0, colon).toUpperCase();
    if (!/^[A-Z-]+$/.test(key)) continue;
    const value = bare.slice(colon + 1).replaceAll(/[*_`]/g, "").trim();
    values.set(key, [...(values.get(key) ?? []), value]);
  }
  const said = values.get("VERDICT") ?? [];
  const verdict = VERDICTS.find((one) => said.length === 1 && said[0]?.toLowerCase() === one) ?? null;
  const options = (values.get("OPTION") ?? []).map(optionOf);
  const problems = [
    ...(verdict === null ? ["exactly one VERDICT line with a known verdict"] : []),
    ...(verdict === null ? [] : PAYLOADS[verdict].filter((key) => !(values.get(key) ?? []).some((value) => value !== ""))),
    ...(options.length < 2 || options.length > 4 ? ["two to four OPTION lines"] : []),
    ...(options.every(({ text, cost }) => text !== "" && cost !== "") ? [] : ["a COST for each OPTION"]),
  ];
  const conforming = problems.length === 0;
  return { verdict: conforming ? verdict : null, conforming, options, problems };
}

function optionOf(value: string): { readonly text: string; readonly cost: string } {
  const at = value.toUpperCase().lastIndexOf("| COST:");
  return at < 0 ? { text: value, cost: "" } : { text: value.slice(0, at).trim(), cost: value.slice(at + 7).trim() };
}
