import path from "node:path";
import { defineConfig } from "vitest/config";
import { readPackages, root, subfolders } from "./scripts/workspace.ts";

const packages = readPackages();
const examples = subfolders(path.join(root, "examples"));

// Tests run against the sources of every package, so no build is needed before them.
const alias = packages.flatMap((one) =>
  one.entries.map((entry) => ({
    find: new RegExp(`^${entry.specifier}$`),
    replacement: entry.source,
  })),
);

export default defineConfig({
  test: {
    // By itself Vitest leaves a core unused, which is half of what there is on two.
    maxWorkers: "100%",
    projects: [
      ...[...packages.map((one) => one.directory), ...examples].map((directory) => ({
        resolve: { alias },
        test: {
          name: path.basename(directory),
          root: directory,
          environment: "node" as const,
          include: ["src/**/*.test.ts"],
        },
      })),
      { test: { name: "scripts", root: path.join(root, "scripts"), include: ["*.test.ts"] } },
      {
        resolve: { alias },
        test: {
          name: "types",
          root,
          include: [],
          typecheck: {
            enabled: true,
            only: true,
            tsconfig: path.join(root, "tsconfig.types.json"),
            include: ["packages/*/src/**/*.test-d.ts"],
          },
        },
      },
    ],
  },
});
