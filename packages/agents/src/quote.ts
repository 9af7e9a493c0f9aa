/** Foreign text in an error message: short, and without what could act on a terminal (G17). */

/** Colours and cursor movements: `ESC [ … letter`. */
// eslint-disable-next-line no-control-regex -- control characters are what is looked for
const TERMINAL_SEQUENCES = /\u001b\[[0-9;?]*[ -/]*[@-~]/g;
// eslint-disable-next-line no-control-regex -- as above; line feeds and tabs stay
const CONTROL_CHARACTERS = /[\u0000-\u0008\u000b-\u001f\u007f-\u009f]/g;

/** The text without colours, cursor movements and other control characters. */
export function printable(text: string): string {
  return text.replace(TERMINAL_SEQUENCES, "").replace(CONTROL_CHARACTERS, "").trim();
}

/** The beginning of a text for a message, cut to so many characters. */
export function quotable(text: string, maxCharacters: number): string {
  const shown = printable(text.slice(0, maxCharacters * 2));
  return shown.length > maxCharacters ? `${shown.slice(0, maxCharacters)}…` : shown;
}
