/**
 * Whether a run can have found everything (G4).
 *
 * Invariant: a run is complete only if nothing speaks against it: it has results, however few; each invocation says that it
 * succeeded and reports no error of the tool; nothing that could hold findings, failures or levels lies in another file.
 */
import type { Descriptors } from "./descriptors.js";
import { excerpt } from "./excerpt.js";
import type { JsonObjectAt } from "./json-object.js";
import { levelOf, readOverrides } from "./level.js";
import type { Messages } from "./message.js";

/** Parts of a run that may lie in other files, and that a verdict needs. */
const NEEDED = ["results", "invocations", "driver", "extensions", "conversion"] as const;

/** Why the results of a run may not be all; empty when nothing speaks against it. */
export function incompleteness(run: JsonObjectAt, notifications: Descriptors, messages: Messages): readonly string[] {
  const problems: string[] = [];
  if (!run.has("results")) problems.push("it has no results, not even an empty list: the analysis did not begin");
  for (const [index, invocation] of (run.objects("invocations") ?? []).entries()) {
    problems.push(...failures(invocation, notifications, messages).map((failure) => `invocation ${index} ${failure}`));
  }
  const conversion = run.object("conversion")?.object("invocation") ?? null;
  if (conversion !== null) problems.push(...failures(conversion, notifications, messages).map((failure) => `the conversion ${failure}`));
  const external = run.object("externalPropertyFileReferences");
  for (const part of NEEDED) {
    const isOutside = part === "driver" || part === "conversion" ? external?.has(part) : (external?.objects(part) ?? []).length > 0;
    if (isOutside === true) problems.push(`its ${part} lie in another file`);
  }
  return problems;
}

function failures(invocation: JsonObjectAt, notifications: Descriptors, messages: Messages): readonly string[] {
  const found: string[] = [];
  const isSuccessful = invocation.flag("executionSuccessful");
  if (isSuccessful === false) found.push("failed");
  if (isSuccessful === null) found.push("does not say that it succeeded");
  const start = invocation.text("processStartFailureMessage");
  if (start !== null) found.push(`did not start: ${excerpt(start)}`);
  const find = (reference: JsonObjectAt) => notifications.find({ id: reference.text("id"), index: reference.index("index"), reference });
  const overrides = readOverrides(invocation, "notificationConfigurationOverrides", find);
  for (const key of ["toolExecutionNotifications", "toolConfigurationNotifications"]) {
    for (const notification of invocation.objects(key) ?? []) {
      const reference = notification.object("descriptor");
      const descriptor = reference === null ? null : find(reference);
      if (levelOf(notification.text("level"), descriptor, overrides).level !== "error") continue;
      const text = messages.text(notification.object("message"), descriptor, notifications.componentOf(reference));
      found.push(`reports an error of the tool${text === null ? "" : `: ${excerpt(text)}`}`);
    }
  }
  return found;
}
