import path from "node:path";
import { defineConfig } from "tsup";
import { readPackage } from "./scripts/workspace.ts";

// Shared by every package: tsup runs in the package's folder, the entries are its `exports` and `bin`.
const { entries, bins } = readPackage(process.cwd());

export default defineConfig({
  entry: Object.fromEntries(
    [...entries, ...bins].map((entry) => [entry.stem, path.relative(process.cwd(), entry.source)]),
  ),
  format: ["esm"],
  target: "es2022",
  platform: "neutral",
  removeNodeProtocol: false,
  tsconfig: "tsconfig.build.json",
  dts: true,
  clean: true,
  sourcemap: true,
  // A program is read anew by every process that starts it.
  minify: bins.length > 0,
});
