// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

// Makes the pages: checks the types, and writes index.html, app.js and app.css, and all of them together as single.html.
//
// usage: node build.mjs DIRECTORY

import { spawn } from "node:child_process";
import { createHash } from "node:crypto";
import { mkdir, readFile, writeFile } from "node:fs/promises";
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
  const page = await readFile(path.join(here, "src", "app", "index.html"), "utf8");
  const [script, style] = await Promise.all(["app.js", "app.css"].map((name) => readFile(path.join(directory, name), "utf8")));
  await writeFile(path.join(directory, "index.html"), page);
  await writeFile(path.join(directory, "single.html"), singlePage(page, script, style));
}

/** As servers say it in a header: nothing but this script and this style may be used, and nothing asked for. */
function policyOf(script, style) {
  const hash = (text) => `'sha256-${createHash("sha256").update(text).digest("base64")}'`;
  return `default-src 'none'; script-src ${hash(script)}; style-src ${hash(style)}; img-src data:; base-uri 'none'; form-action 'none'`;
}

/** The page with its script and its style in it, and the word ANSWERS where the program puts what it would serve. */
function singlePage(page, script, style) {
  const inlined = script.replaceAll("</script", "<\\/script");
  const parts = [
    ['<meta charset="utf-8">', `<meta charset="utf-8">\n    <meta http-equiv="Content-Security-Policy" content="${policyOf(inlined, style)}">`],
    ['<link rel="stylesheet" href="app.css">', `<style>${style}</style>`],
    ['<script src="app.js"></script>', `<script type="text/plain" id="answers">ANSWERS</script>\n    <script>${inlined}</script>`],
  ];
  for (const [tag, instead] of parts) {
    if (!page.includes(tag)) throw new Error(`index.html has no ${tag}`);
    page = page.replace(tag, () => instead);
  }
  return page;
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
