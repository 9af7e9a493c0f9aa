/** Foreign text in an error message: short, and without what could act on a terminal (G17). */

/** Colours and cursor movements: `ESC [ … letter`. */
// eslint-disable-next-line no-control-regex -- control characters are what is looked for
const TERMINAL_SEQUENCES = /\u001b\[[0-9;?]{0,40}[ -/]{0,5}[@-~]/g;
// eslint-disable-next-line no-control-regex -- as above; line feeds and tabs stay
const CONTROL_CHARACTERS = /[\u0000-\u0008\u000b-\u001f\u007f-\u009f]/g;

/** The text for a message, cut to so many characters. */
export function quotable(text: string, maxCharacters: number): string {
  const cut = text.slice(0, maxCharacters * 2).replace(TERMINAL_SEQUENCES, "").replace(CONTROL_CHARACTERS, "").trim();
  return cut.length > maxCharacters ? `${cut.slice(0, maxCharacters)}…` : cut;
}
