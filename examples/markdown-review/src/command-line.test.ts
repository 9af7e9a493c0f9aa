import { expect, test } from "vitest";
import { parseCommandLine } from "./command-line.ts";

test.for([
  ["prog", "prog", []],
  ["prog -a 'b c' \"d e\" f\\ g", "prog", ["-a", "b c", "d e", "f g"]],
  ["prog $HOME `id` $(id) * ~ > out | cat && ls", "prog", ["$HOME", "`id`", "$(id)", "*", "~", ">", "out", "|", "cat", "&&", "ls"]],
  ['["prog", "a b", "$HOME", ""]', "prog", ["a b", "$HOME", ""]],
] as const)("%j is split and nothing in it is expanded", ([value, command, args]) => {
  expect(parseCommandLine("--writer-cmd", value)).toEqual({ command, args });
});

test.for(["'open", "back\\", "[broken", '["a", 1]', "[]", '[""]', "''"])("%j is refused", (value) => {
  expect(() => parseCommandLine("--writer-cmd", value)).toThrow(/^the value of --writer-cmd /);
});
