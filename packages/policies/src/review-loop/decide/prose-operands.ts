/** What telling fix-induced rows apart reads and answers. */
import type { Location } from "@loopwright/core";
import type { LandedFile } from "../facts/landed-facts.js";
import type { ProseText } from "./prose-texts.js";

/** What the fix before a round has to do with a row or one of its places. */
export type Induced = "induced" | "not-induced" | "incomplete";

/** What the quote and id tests compare. */
export type ProseOperands = {
  readonly loc: Location;
  readonly file: LandedFile;
  /** The text reviewed in round k; `null` where none is stored. */
  readonly now: ProseText | null;
  /** The text before the fix; `null` where neither a stored nor a typed one is at hand. */
  readonly before: ProseText | null;
  /** Whether `before` is only a typed excerpt. */
  readonly isTyped: boolean;
};
