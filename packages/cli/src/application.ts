/** The command's routes: what there is, with its flags. What a command does is loaded when it is called. */
import { buildApplication, buildRouteMap } from "@stricli/core";
import { ledgerRoutes } from "./ledger-routes.js";
import { checkCommand, classifyCommand } from "./locked-routes.js";
import { explainCommand, replayCommand, runCommand } from "./policy-routes.js";

/** All commands. */
export const application = /* @__PURE__ */ buildApplication(
  /* @__PURE__ */ buildRouteMap({
    routes: { check: checkCommand, classify: classifyCommand, ledger: ledgerRoutes, explain: explainCommand, run: runCommand, replay: replayCommand },
    docs: { brief: "Review loops, their decisions and their ledgers. JSON in and out; exit codes: 0 done, 1 problem, 2 usage." },
  }),
  { name: "loopwright", scanner: { caseStyle: "original" }, documentation: { disableAnsiColor: true } },
);
