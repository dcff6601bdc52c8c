// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

// Makes the pages: checks the types, and writes index.html, app.js and app.css.
//
// usage: node build.mjs DIRECTORY

import { spawn } from "node:child_process";
import { copyFile, mkdir } from "node:fs/promises";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { build } from "esbuild";

const here = path.dirname(fileURLToPath(import.meta.url));

/** Whether the types of a project are right; if not, the compiler says what is wrong. */
function check(project) {
  const compiler = path.join(here, "node_modules", "typescript", "bin", "tsc");
  return new Promise((resolve) => {
    const child = spawn(process.execPath, [compiler, "--project", path.join(here, project)], { stdio: "inherit" });
    child.on("close", (code) => resolve(code === 0));
  });
}

async function bundle(directory) {
  await mkdir(directory, { recursive: true });
  await build({
    entryPoints: { app: path.join(here, "src", "app", "main.tsx") },
    absWorkingDir: here,
    outdir: directory,
    bundle: true,
    minify: true,
    format: "iife",
    target: "es2022",
    charset: "utf8",
    legalComments: "none",
    logLevel: "warning",
  });
  await copyFile(path.join(here, "src", "app", "index.html"), path.join(directory, "index.html"));
}

if (process.argv.length !== 3) {
  console.error("usage: node build.mjs DIRECTORY");
  process.exit(2);
}
const [whole, pure] = await Promise.all([
  check("tsconfig.json"),
  check("tsconfig.pure.json"),
  bundle(path.resolve(process.argv[2])),
]);
process.exit(whole && pure ? 0 : 1);
