import { defineConfig } from "vitest/config";
import { readPackages } from "../scripts/workspace.ts";

// Recipes run against the sources of Loopwright and against the published packages of the frameworks.
export default defineConfig({
  resolve: { alias: readPackages().flatMap((one) => one.entries.map(({ specifier, source }) => ({ find: new RegExp(`^${specifier}$`), replacement: source }))) },
  test: { include: ["src/**/*.test.ts"], testTimeout: 30_000, env: { OPENAI_AGENTS_DISABLE_TRACING: "1", MASTRA_TELEMETRY_DISABLED: "1", LANGSMITH_TRACING: "false" } },
});
