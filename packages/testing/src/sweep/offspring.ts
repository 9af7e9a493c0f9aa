/** What the processes of a case have started and what still runs: found by the orders that all of them inherit. */
import { ORDERS } from "./process-orders.js";

/**
 * Processes that hold the orders of a case in their environment, each as `id command`. Only Linux tells; elsewhere none are
 * found. One that has ended and was not collected holds none any more.
 */
export function offspringOf(folder: string): readonly string[] {
  const { existsSync, readdirSync } = process.getBuiltinModule("node:fs");
  if (!existsSync("/proc/self/environ")) return [];
  const mark = JSON.stringify(folder).slice(1, -1);
  return readdirSync("/proc").flatMap((id) => {
    if (!/^\d+$/.test(id)) return [];
    const orders = readOf(id, "environ").split("\0").find((one) => one.startsWith(`${ORDERS}=`));
    return orders?.includes(`"${mark}"`) === true ? [`${id} ${readOf(id, "cmdline").split("\0").join(" ").trim().slice(0, 200)}`] : [];
  });
}

/** Empty for a process that is gone, or that is another user's. */
function readOf(id: string, file: "environ" | "cmdline"): string {
  try {
    return process.getBuiltinModule("node:fs").readFileSync(`/proc/${id}/${file}`, "utf8");
  } catch {
    return "";
  }
}
