// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

import assert from "node:assert/strict";
import { copyFileSync, rmSync } from "node:fs";
import path from "node:path";
import { after, before, test } from "node:test";
import type { Report } from "model/report";
import { seconds } from "base/format";
import { readReport } from "wire/report";
import { Tab, closeBrowser } from "../support/browser";
import { Server, generated, latecomer, scratchDirectory } from "../support/latecomer";

/** What `latecomer whatif --json` prints, as far as it is needed here. */
interface Printed {
  readonly run_length: { readonly recorded: number; readonly predicted: number };
}

let file: string;
let server: Server;
let report: Report;
let computation: number; ///< Is the position of a call path that is not MPI's.

before(async () => {
  file = generated("halo2d", "--ranks", 4, "--events", 3000, "--functions", 2, "--depth", 2, "--imbalance", "random:0.4");
  server = await Server.start(file);
  report = readReport(JSON.parse(latecomer("show", file, "--json")));
  computation = Array.from({ length: report.callPaths.size }, (_, i) => i).find((each) => report.names.region(each) === "compute")!;
});

after(async () => {
  await closeBrowser();
  await server.end();
});

function predicted(option: string): Printed["run_length"] {
  const printed = latecomer("whatif", path.dirname(file), option, report.names.path(computation), "--json");
  return (JSON.parse(printed) as Printed).run_length;
}

async function ask(tab: Tab, change: string): Promise<string> {
  await tab.page.getByRole("button", { name: change, exact: true }).click();
  const line = tab.page.locator(".what-if-lines li", { hasText: `${change}:` });
  await line.locator(".what-if-length").waitFor();
  await tab.idle();
  return (await line.locator(".what-if-length").innerText()).trim();
}

test("what the run would be is what whatif prints", async () => {
  const tab = await Tab.open(`${server.url}#1/explorer?metric=time&path=${computation}`, { height: 1100 });
  for (const [change, option] of [["spread evenly", "--balance"], ["gone", "--remove"]] as const) {
    const { recorded, predicted: length } = predicted(option);
    assert.equal(await ask(tab, change), `${seconds(recorded)} → ${seconds(length)}`);
    assert.equal(await tab.page.getByRole("button", { name: change, exact: true }).getAttribute("aria-pressed"), "true");
  }
  assert.deepEqual(await tab.texts(".what-if-numbers thead th"), ["recorded", "spread evenly", "gone"]);
  assert.deepEqual((await tab.texts(".what-if-numbers tbody th")).filter((each) => /Run length|Waiting|efficiency/.test(each)), ["Run length", "Waiting", "Parallel efficiency"]);
  assert.deepEqual(await tab.accessibilityProblems(), []);
  await tab.screenshot("what-if");
  await tab.page.emulateMedia({ colorScheme: "dark" });
  await tab.idle();
  assert.deepEqual(await tab.accessibilityProblems(), []);
  await tab.screenshot("what-if-dark");
  await tab.show("#1/explorer?metric=time&path=0");
  assert.equal(await tab.page.locator(".what-if-lines").count(), 0, "it is of its call path alone");
  await tab.close();
});

test("what takes long is said to be on its way, and can be canceled", async () => {
  const tab = await Tab.open(`${server.url}#1/explorer?metric=time&path=${computation}`);
  let isCanceled = false;
  await tab.page.route(/predictions\/\d+\/cancel$/, async (route) => {
    isCanceled = true;
    await route.fulfill({ json: { number: 1, state: "canceled" } });
  });
  await tab.page.route(/predictions\/\d+$/, (route) => route.fulfill({ json: { number: 1, state: isCanceled ? "canceled" : "computing" } }));
  await tab.page.getByRole("button", { name: "half as long", exact: true }).click();
  await tab.page.getByText("replaying the run").waitFor();
  assert.deepEqual(await tab.accessibilityProblems(), []);
  await tab.page.getByRole("button", { name: "Cancel: half as long" }).click();
  await tab.page.locator(".what-if-lines").waitFor({ state: "detached" });
  assert.equal(await tab.page.getByRole("button", { name: "half as long", exact: true }).getAttribute("aria-pressed"), "false");
  await tab.close();
});

test("the recorded run and the predicted one are compared, with both timelines", async () => {
  const tab = await Tab.open(`${server.url}#1/explorer?metric=time&path=${computation}`);
  await ask(tab, "gone");
  await tab.page.getByRole("link", { name: "Compare timelines: gone" }).click();
  await tab.page.waitForURL(/\?prediction=\d+#/);
  await tab.idle();
  const { recorded, predicted: length } = predicted("--remove");
  assert.deepEqual(await tab.texts(".pair-name"), ["Recorded", "Predicted"]);
  const heads = await tab.texts(".pair-head");
  assert.ok(heads[0]!.includes(`ran ${seconds(recorded)}`), heads[0]);
  assert.ok(heads[1]!.includes(`ran ${seconds(length)}`), heads[1]);
  for (const which of [0, 1]) {
    assert.equal(await tab.page.evaluate((i) => window.latecomer.timeline(i).knownRows, which), 1);
    assert.ok((await tab.page.evaluate((i) => window.latecomer.timeline(i).drawn.rects, which)) > 100);
  }
  assert.equal(await tab.page.getByLabel("Corrected clocks").count(), 0, "no clock was corrected");
  assert.match((await tab.texts(".prediction-note"))[0]!, new RegExp(`if .*compute.* were not there`));
  assert.deepEqual(await tab.accessibilityProblems(), []);
  await tab.screenshot("what-if-timelines");
  for (const part of ["", "compare=trees"]) {
    await tab.show(`#1/compare?${part}`);
    assert.equal(await tab.page.locator("[role=alert]").count(), 0);
    await tab.screenshot(`what-if-${part === "" ? "summary" : "trees"}`);
  }
  await tab.show(`#1/explorer?path=${computation}`);
  assert.equal(await tab.page.locator(".what-if").count(), 0, "a predicted run is not changed again");
  await tab.page.getByRole("link", { name: "back to the recorded run" }).click();
  await tab.page.waitForURL((url) => url.search === "");
  await tab.idle();
  assert.equal(await tab.page.locator(".prediction-note").count(), 0);
  assert.equal((await tab.texts(".tab")).includes("Compare"), false);
  await tab.close();
});

test("what led to a wait state can be changed, a call of MPI cannot", async () => {
  const tab = await Tab.open(`${server.url}#1/start`);
  for (let location = 0; location < 4 && (await tab.page.locator(".tl-causes ~ .what-if").count()) === 0; ++location)
    await tab.show(`#1/timeline?pick=wait-${location}-0`);
  const offered = await tab.texts(".what-if h3");
  assert.equal(offered.length, 1);
  assert.match(offered[0]!, /^What if .+ were$/);
  assert.match(await ask(tab, "half as long"), / → /);
  assert.deepEqual(await tab.accessibilityProblems(), []);
  await tab.screenshot("what-if-wait");
  const call = Array.from({ length: report.callPaths.size }, (_, i) => i).find((each) => report.names.region(each) === "MPI_Waitall")!;
  await tab.show(`#1/explorer?path=${call}`);
  assert.equal(await tab.page.locator(".what-if button").count(), 0);
  await tab.close();
});

test("where the trace is not there nothing is offered, and a prediction that is not known is said to be so", async () => {
  const run = path.dirname(generated("halo2d", "--ranks", 2, "--events", 200));
  const alone = path.join(scratchDirectory(), "alone.cubex");
  copyFileSync(path.join(run, "report.cubex"), alone);
  rmSync(run, { recursive: true });
  const other = await Server.start(alone);
  const tab = await Tab.open(`${other.url}#1/explorer?path=0`);
  assert.equal(await tab.page.locator(".selection").count(), 1);
  assert.equal(await tab.page.locator(".what-if").count(), 0);
  await tab.close();
  await other.end();

  const unknown = await Tab.open(`${server.url}&prediction=1000`);
  assert.match((await unknown.texts("[role=alert]"))[0]!, /there is no prediction 1000/);
  unknown.problems.splice(0); // The browser says that requests were refused.
  await unknown.page.getByRole("link", { name: "back to the recorded run" }).click();
  await unknown.page.waitForURL((url) => url.search === "");
  await unknown.idle();
  assert.equal(await unknown.page.locator("[role=alert]").count(), 0);
  await unknown.close();
});
