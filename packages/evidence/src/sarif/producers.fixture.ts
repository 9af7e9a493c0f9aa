/** Logs in the manner of some producers, written for these tests: what each of them leaves to the reader differs. */

/** In the manner of ESLint's formatter: levels by the result, absolute `file:` URIs with an index beside them, failures as notifications. */
export const eslintLike = (directory: string, { hasFailed = false } = {}) => ({
  version: "2.1.0",
  $schema: "http://json.schemastore.org/sarif-2.1.0-rtm.5",
  runs: [
    {
      tool: { driver: { name: "ESLint", informationUri: "https://eslint.org", version: "10.1.0", rules: [{ id: "no-unused-vars", helpUri: "https://eslint.org/docs/latest/rules/no-unused-vars", properties: { category: "" } }, { id: "no-console" }] } },
      ...(hasFailed ? { invocations: [{ toolConfigurationNotifications: [{ descriptor: { id: "ESL0999" }, level: "error", message: { text: "Parsing error: Unexpected token" }, locations: [] }], executionSuccessful: false }] } : {}),
      artifacts: [{ location: { uri: `file://${directory}/src/a.js` } }, { location: { uri: `file://${directory}/src/deep/b%20c.js` } }],
      results: [
        { level: "error", message: { text: "'x' is assigned a value but never used." }, locations: [{ physicalLocation: { artifactLocation: { uri: `file://${directory}/src/a.js`, index: 0 }, region: { startLine: 3, startColumn: 7, endLine: 3, endColumn: 8 } } }], ruleId: "no-unused-vars", ruleIndex: 0 },
        { level: "warning", message: { text: "Unexpected console statement." }, locations: [{ physicalLocation: { artifactLocation: { index: 1 }, region: { startLine: 10, startColumn: 1 } } }], ruleId: "no-console", ruleIndex: 1 },
        { level: "error", message: { text: "'y' is not defined." }, locations: [{ physicalLocation: { artifactLocation: { uri: `file://${directory}/src/a.js`, index: 0 } } }], ruleId: "no-undef", suppressions: [{ kind: "inSource", justification: "a global of the host" }] },
      ],
    },
  ],
});

/** In the manner of CodeQL: rules in extensions, levels by their defaults, paths under a base that the log leaves open, code flows beside. */
export const codeqlLike = () => ({
  $schema: "https://json.schemastore.org/sarif-2.1.0.json",
  version: "2.1.0",
  runs: [
    {
      tool: {
        driver: { name: "CodeQL", organization: "GitHub", semanticVersion: "2.20.1", notifications: [{ id: "js/diagnostics/extraction", defaultConfiguration: { enabled: true } }], rules: [] },
        extensions: [
          { name: "legacy-upgrades", semanticVersion: "0.0.0" },
          { name: "codeql/javascript-queries", semanticVersion: "1.2.4", rules: [{ id: "js/unused-local-variable", defaultConfiguration: { enabled: true, level: "note" } }, { id: "js/sql-injection", shortDescription: { text: "Database query built from user-controlled sources" }, defaultConfiguration: { enabled: true, level: "error" }, properties: { "security-severity": "8.8" } }] },
        ],
      },
      invocations: [{ toolExecutionNotifications: [{ locations: [], message: { text: "" }, level: "none", descriptor: { id: "js/diagnostics/extraction", index: 0 }, properties: { formattedMessage: { text: "" } } }], executionSuccessful: true }],
      artifacts: [{ location: { uri: "server/db.js", uriBaseId: "%SRCROOT%", index: 0 } }],
      results: [
        {
          ruleId: "js/sql-injection",
          rule: { id: "js/sql-injection", index: 1, toolComponent: { index: 1 } },
          message: { text: "This query string depends on a [user-provided value](1)." },
          locations: [{ physicalLocation: { artifactLocation: { uri: "server/db.js", uriBaseId: "%SRCROOT%", index: 0 }, region: { startLine: 12, startColumn: 16, endColumn: 34 } } }],
          partialFingerprints: { primaryLocationLineHash: "39fa2ee980eb94b0:1", primaryLocationStartColumnFingerprint: "4" },
          codeFlows: [{ threadFlows: [{ locations: [{ location: { physicalLocation: { artifactLocation: { uri: "server/db.js", uriBaseId: "%SRCROOT%", index: 0 }, region: { startLine: 9 } } } }] }] }],
          relatedLocations: [{ id: 1, physicalLocation: { artifactLocation: { uri: "server/db.js", uriBaseId: "%SRCROOT%", index: 0 }, region: { startLine: 9 } }, message: { text: "user-provided value" } }],
        },
        { ruleId: "js/unused-local-variable", ruleIndex: 0, rule: { id: "js/unused-local-variable", index: 0, toolComponent: { index: 1 } }, message: { text: "Unused variable t." }, locations: [{ physicalLocation: { artifactLocation: { index: 0 }, region: { startLine: 1 } } }] },
      ],
      columnKind: "utf16CodeUnits",
      properties: { semmle_formatSpecifier: "sarif-latest" },
    },
  ],
});

/** In the manner of Semgrep: rules named by id alone, levels by their defaults, a base that is defined nowhere. */
export const semgrepLike = () => ({
  $schema: "https://docs.oasis-open.org/sarif/sarif/v2.1.0/os/schemas/sarif-schema-2.1.0.json",
  version: "2.1.0",
  runs: [
    {
      invocations: [{ executionSuccessful: true, toolExecutionNotifications: [{ descriptor: { id: "SemgrepWarning" }, level: "warning", message: { text: "Timeout when running a rule" } }] }],
      results: [
        { fingerprints: { "matchBasedId/v1": "0a1b_0" }, locations: [{ physicalLocation: { artifactLocation: { uri: "app/views.py", uriBaseId: "%SRCROOT%" }, region: { startLine: 4, startColumn: 5, endLine: 6, endColumn: 6, snippet: { text: "exec(x)" } } } }], message: { text: "Detected the use of exec(). {{ x }}" }, properties: {}, ruleId: "python.lang.security.audit.exec-detected" },
        { fingerprints: { "matchBasedId/v1": "0a1b_1" }, locations: [{ physicalLocation: { artifactLocation: { uri: "app/old.py", uriBaseId: "%SRCROOT%" }, region: { startLine: 1 } } }], message: { text: "Hard-coded key." }, properties: {}, ruleId: "generic.secrets.key", suppressions: [{ kind: "inSource" }] },
      ],
      tool: { driver: { name: "Semgrep OSS", semanticVersion: "1.99.0", rules: [{ id: "generic.secrets.key", defaultConfiguration: { level: "error" } }, { id: "python.lang.security.audit.exec-detected", defaultConfiguration: { level: "error" }, name: "exec" }] } },
    },
  ],
});

/** In the manner of Clang: absolute `file:` URIs, levels by defaults and by the result, columns and byte lengths. */
export const clangLike = (directory: string) => ({
  $schema: "https://docs.oasis-open.org/sarif/sarif/v2.1.0/cos02/schemas/sarif-schema-2.1.0.json",
  runs: [
    {
      artifacts: [{ length: 120, location: { index: 0, uri: `file://${directory}/main.c` }, mimeType: "text/plain", roles: ["resultFile"] }, { length: 900, location: { index: 1, uri: "file:///usr/include/stdio.h" }, mimeType: "text/plain", roles: ["resultFile"] }],
      columnKind: "unicodeCodePoints",
      results: [
        { level: "error", locations: [{ physicalLocation: { artifactLocation: { index: 0, uri: `file://${directory}/main.c` }, region: { endColumn: 5, startColumn: 5, startLine: 3 } } }], message: { text: "use of undeclared identifier 'hello'" }, ruleId: "4581", ruleIndex: 0 },
        { locations: [{ physicalLocation: { artifactLocation: { index: 1, uri: "file:///usr/include/stdio.h" }, region: { startColumn: 1, startLine: 40 } } }], message: { text: "Null pointer passed" }, ruleId: "core.NonNullParamChecker", ruleIndex: 1 },
      ],
      tool: { driver: { fullName: "", informationUri: "https://clang.llvm.org/docs/UsersManual.html", language: "en-US", name: "clang", rules: [{ defaultConfiguration: { enabled: true, level: "error", rank: 50 }, fullDescription: { text: "" }, id: "4581", name: "" }, { defaultConfiguration: { enabled: true, level: "warning", rank: -1 }, id: "core.NonNullParamChecker" }], version: "21.1.0" } },
    },
  ],
  version: "2.1.0",
});
