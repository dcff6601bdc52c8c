// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

// The pictures of the documentation: each view, of the demo's run. `./dev screenshots` makes them anew.

import assert from "node:assert/strict";
import { cpSync } from "node:fs";
import path from "node:path";
import { after, before, test } from "node:test";
import { Tab, closeBrowser } from "../support/browser";
import { Server, latecomer, scratchDirectory } from "../support/latecomer";

let server: Server;

before(async () => {
  const scratch = scratchDirectory();
  cpSync(path.resolve("demo/wave"), path.join(scratch, "wave"), { recursive: true });
  process.chdir(scratch); // so that the pictures show a short path
  latecomer("analyze", "wave");
  server = await Server.start("wave");
});

after(async () => {
  await closeBrowser();
  await server.end();
});

const kViews: readonly (readonly [string, string])[] = [
  ["summary", "#1/start"],
  ["explorer", "#1/explorer?metric=mpi_latesender"],
  ["timeline", "#1/timeline"],
  ["statistics", "#1/statistics"],
];

for (const [name, hash] of kViews) {
  test(name, async () => {
    const tab = await Tab.open(server.url, { width: 1280, height: 720 });
    await tab.show(hash);
    assert.deepEqual(tab.problems, []);
    await tab.screenshot(`view-${name}`);
    await tab.close();
  });
}

test("two runs", async () => {
  const settings = ["--ranks", 8, "--iterations", 40, "--functions", 3, "--depth", 2, "--imbalance"];
  latecomer("generate", "halo2d", "-o", "run1", ...settings, "random:0.3");
  latecomer("generate", "halo2d", "-o", "run2", ...settings, "hotspot:1");
  const both = await Server.start("run1", "run2");
  const tab = await Tab.open(both.url, { width: 1280, height: 720 });
  await tab.show("#1/compare?compare=trees&metric=time");
  await tab.screenshot("view-compare");
  await tab.close();
  await both.end();
});

test("a wait state and what led to it", async () => {
  const tab = await Tab.open(server.url, { width: 1280, height: 720 });
  await tab.page.locator("a[href*='timeline']").filter({ hasText: /s/ }).last().click();
  await tab.idle();
  await tab.screenshot("view-causes");
  await tab.close();
});
