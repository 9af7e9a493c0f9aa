/** Packs every package as it would be published and installs the tarballs under `.cache/packed`. */
import { mkdirSync, rmSync, writeFileSync } from "node:fs";
import path from "node:path";
import { run } from "./run.ts";
import { readPackages, root } from "./workspace.ts";
import type { Package } from "./workspace.ts";

export const packedRoot = path.join(root, ".cache", "packed");

export interface Packed {
  readonly package: Package;
  readonly tarball: string;
  /** Paths inside the tarball. */
  readonly files: readonly string[];
}

interface PackReport {
  readonly name: string;
  readonly filename: string;
  readonly files: readonly { readonly path: string }[];
}

export function packPackages(): Packed[] {
  const packages = readPackages();
  rmSync(packedRoot, { recursive: true, force: true });
  mkdirSync(packedRoot, { recursive: true });
  writeFileSync(path.join(packedRoot, "package.json"), '{ "private": true, "type": "module" }\n');
  const result = run("npm", [
    "pack",
    "--json",
    `--pack-destination=${packedRoot}`,
    ...packages.flatMap((one) => ["--workspace", one.name]),
  ]);
  if (!result.ok) throw new Error(`npm pack failed\n${result.output}`);
  const parsed = JSON.parse(result.stdout) as PackReport[] | Record<string, PackReport>;
  const reports = Array.isArray(parsed) ? parsed : Object.values(parsed);
  return packages.map((one) => unpack(one, reports));
}

function unpack(one: Package, reports: readonly PackReport[]): Packed {
  const report = reports.find((candidate) => candidate.name === one.name);
  if (!report) throw new Error(`npm pack did not report ${one.name}`);
  const tarball = path.join(packedRoot, path.basename(report.filename));
  const target = path.join(packedRoot, "node_modules", one.name);
  mkdirSync(target, { recursive: true });
  const result = run("tar", ["-xzf", tarball, "-C", target, "--strip-components=1"]);
  if (!result.ok) throw new Error(result.output);
  return { package: one, tarball, files: report.files.map((file) => file.path) };
}
