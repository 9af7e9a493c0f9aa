import js from "@eslint/js";
import tseslint from "typescript-eslint";

// Package arrows and import cycles are held by dependency-cruiser (.dependency-cruiser.js).
const tests = ["**/*.test.ts", "**/*.test-d.ts", "**/*.fixture.ts"];

export default tseslint.config(
  { ignores: ["**/dist/**", "**/node_modules/**", "**/.cache/**", "**/.turbo/**", "api/**", "benchmarks/**", "integrations/**", "mutation/**"] },
  { linterOptions: { reportUnusedDisableDirectives: "error" } },
  js.configs.recommended,
  ...tseslint.configs.recommendedTypeChecked,
  {
    languageOptions: {
      parserOptions: { projectService: true, tsconfigRootDir: import.meta.dirname },
    },
    rules: {
      eqeqeq: ["error", "always", { null: "ignore" }],
      "no-console": "error",
      "max-lines": ["warn", { max: 300, skipBlankLines: true, skipComments: true }],
      "max-lines-per-function": ["warn", { max: 60, skipBlankLines: true, skipComments: true }],
      "@typescript-eslint/no-explicit-any": "error",
      "@typescript-eslint/no-deprecated": "error",
      "@typescript-eslint/no-non-null-assertion": "error",
      "@typescript-eslint/consistent-type-imports": [
        "error",
        { fixStyle: "separate-type-imports", disallowTypeAnnotations: false },
      ],
      "@typescript-eslint/consistent-type-exports": "error",
      "@typescript-eslint/switch-exhaustiveness-check": [
        "error",
        { considerDefaultExhaustiveForUnions: true },
      ],
      "@typescript-eslint/no-unused-vars": [
        "error",
        { argsIgnorePattern: "^_", varsIgnorePattern: "^_", ignoreRestSiblings: true },
      ],
      "@typescript-eslint/restrict-template-expressions": ["error", { allowNumber: true }],
      // `Agent.call` and the phases of a policy are async by contract, whether they wait or not.
      "@typescript-eslint/require-await": "off",
    },
  },
  {
    // An index is a table of contents.
    files: ["packages/*/src/**/index.ts"],
    rules: {
      "no-restricted-syntax": [
        "error",
        { selector: "ExportAllDeclaration", message: "List the exports by name." },
      ],
    },
  },
  {
    files: tests,
    rules: {
      "max-lines": "off",
      "max-lines-per-function": "off",
      "no-sparse-arrays": "off",
      "@typescript-eslint/no-non-null-assertion": "off",
      "@typescript-eslint/unbound-method": "off",
      "@typescript-eslint/no-unused-vars": "off",
    },
  },
  { files: ["scripts/**", "examples/**"], rules: { "no-console": "off" } },
  { files: ["**/*.js", "**/*.mjs", "**/*.cjs"], ...tseslint.configs.disableTypeChecked },
);
