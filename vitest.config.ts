// A bare `vitest run` reads this file only; the projects are listed in vitest.workspace.ts.
export { default } from "./vitest.workspace.ts";
