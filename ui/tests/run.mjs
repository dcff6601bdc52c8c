// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

// Bundles tests and runs them: those in unit/ need nothing but Node; those in browser/ drive Chromium, which shows
// reports that the program LATECOMER serves; those in pictures/ do so for the documentation's,
// those in bench/ measure.
//
// usage: node run.mjs unit|browser|pictures|bench [PART OF A FILE'S NAME...]

import { spawnSync } from "node:child_process";
import { mkdtempSync, readdirSync, rmSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { build } from "esbuild";

const here = path.dirname(fileURLToPath(import.meta.url));
const packages = path.join(here, "..", "node_modules");

function run(...words) {
  const done = spawnSync(process.execPath, words, { stdio: "inherit", env: { ...process.env, NODE_PATH: packages } });
  return done.status ?? 1;
}

const [kind, ...wanted] = process.argv.slice(2);
if (!["unit", "browser", "pictures", "bench"].includes(kind)) {
  console.error("usage: node run.mjs unit|browser|pictures|bench [PART OF A FILE'S NAME...]");
  process.exit(2);
}
const directory = path.join(here, kind);
const files = readdirSync(directory).filter(
  (name) => name.endsWith(".test.ts") && (wanted.length === 0 || wanted.some((each) => name.includes(each))),
);
if (run(path.join(packages, "typescript", "bin", "tsc"), "--project", here) !== 0) process.exit(1);

const scratch = mkdtempSync(path.join(os.tmpdir(), "latecomer-ui-"));
try {
  await build({
    entryPoints: files.map((name) => path.join(directory, name)),
    absWorkingDir: path.join(here, ".."),
    outdir: scratch,
    bundle: true,
    platform: "node",
    format: "cjs",
    external: ["playwright-core", "axe-core"],
    sourcemap: "inline",
    logLevel: "warning",
  });
  const scripts = readdirSync(scratch).map((name) => path.join(scratch, name));
  process.exitCode = run("--enable-source-maps", "--test", "--test-reporter=spec", ...scripts);
} finally {
  rmSync(scratch, { recursive: true });
}
