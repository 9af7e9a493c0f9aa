/** Lines for a person, and on a terminal one passing line that says what is going on. */
import { createStyle } from "./style.ts";
import type { Style } from "./style.ts";

export interface Screen {
  readonly style: Style;
  print(line: string): void;
  /** An empty line, unless there is one already. */
  gap(): void;
  /** Shows a passing line; the next printed line takes its place. Nothing where there is no terminal. */
  status(text: string): void;
}

const CLEAR_LINE = "\r\u001B[K";

export function createScreen(stream: NodeJS.WriteStream): Screen {
  let hasStatus = false;
  let hasGap = true;
  const clear = (): void => {
    if (hasStatus) stream.write(CLEAR_LINE);
    hasStatus = false;
  };
  return {
    style: createStyle(stream),
    print(line) {
      clear();
      stream.write(`${line}\n`);
      hasGap = line === "";
    },
    gap() {
      if (!hasGap) this.print("");
    },
    status(text) {
      if (!stream.isTTY) return;
      clear();
      stream.write(text);
      hasStatus = true;
    },
  };
}
