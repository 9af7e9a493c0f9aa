/** Words for "nothing" that the grammar does not know (QL-CLS-12). */

const NEAR_ZERO = /* @__PURE__ */ new RegExp(
  [
    "^(?:none|nil|n/?a|nothing|(?:no|0|zero) (?:(?:new|open|critical|major|minor|blocking|substantive|cosmetic|significant|further|other) )?",
    "(?:findings?|issues?|problems?|defects?|items?|errors?|concerns?))",
    "(?: (?:(?:was|were|have been) )?(?:found|identified|reported|noted|seen|here|to report))?",
    "(?: (?:at this time|in this (?:review|round|section|change|diff)))?[.!]*$",
  ].join(""),
);

/** Longer text is prose, whatever it starts with. */
const NEAR_ZERO_LENGTH = 60;

/** Whether a trimmed text says in words of its own that there is nothing. */
export function isNearZero(text: string): boolean {
  return text.length <= NEAR_ZERO_LENGTH && NEAR_ZERO.test(text.toLowerCase());
}
