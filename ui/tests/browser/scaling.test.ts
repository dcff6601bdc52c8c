// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { percent, seconds } from "base/format";
import { type Scaling, drawnEfficiencies, knownEfficiencies } from "model/scaling";
import { readScaling } from "wire/scaling";
import { type Look, Tab, closeBrowser } from "../support/browser";
import { Server, generated, latecomer } from "../support/latecomer";

const kRanks = [4, 8, 16, 32];

let runs: string[];
let server: Server;
let scaling: Scaling;

function runOf(ranks: number): string {
  return generated("halo2d", "--ranks", ranks, "--iterations", 480 / ranks, "--imbalance", "random:0.3", "--functions", 1);
}

function scalingOf(...files: string[]): Scaling {
  return readScaling(JSON.parse(latecomer("scaling", ...files, "--json")));
}

before(async () => {
  runs = kRanks.map(runOf);
  server = await Server.start(...runs);
  scaling = scalingOf(...runs);
});

after(async () => {
  await closeBrowser();
  await server.end();
});

/** The cells of a table's row, by what the row is called. */
async function rowsOf(tab: Tab, label: string): Promise<Map<string, string[]>> {
  const rows = await tab.page.getByRole("region", { name: label, exact: true }).locator("tr").evaluateAll((all) =>
    all.map((row) => [...(row as HTMLTableRowElement).cells].map((cell) => cell.innerText.trim())),
  );
  return new Map(rows.map(([name, ...cells]) => [name!, cells]));
}

function speedUp(value: number): string {
  return value.toFixed(value >= 100 ? 0 : value >= 10 ? 1 : 2);
}

const open = (look: Look = {}, at = server) => Tab.open(`${at.url}#1/scaling`, { height: 1500, ...look });

test("the tables have the values that scaling prints", async () => {
  const tab = await open();
  assert.deepEqual(await tab.texts("[aria-current=page]"), ["Scaling"]);
  const measured = await rowsOf(tab, "Runs and their efficiencies");
  assert.deepEqual(measured.get("Ranks"), kRanks.map(String));
  assert.deepEqual(measured.get("Run"), runs.map((file) => file.split("/").slice(-3, -1).join("/")));
  assert.deepEqual(measured.get("Run length"), scaling.runs.map((run) => seconds(run.seconds)));
  assert.deepEqual(measured.get("Speed-up"), scaling.runs.map((run) => speedUp(run.speedUp)));
  for (const { key, name } of knownEfficiencies(scaling)) assert.deepEqual(measured.get(name), scaling.runs.map(({ efficiencies }) => percent(efficiencies.get(key)!)), name);
  assert.equal(knownEfficiencies(scaling).length, 7);
  const causes = await rowsOf(tab, "Who made others wait");
  assert.ok(scaling.causes.length > 0);
  scaling.causes.forEach(({ name, shares, seconds: times }, i) => assert.deepEqual(causes.get(`${i + 1}. ${name}`), times.map((time, at) => (time > 0 ? `${percent(shares[at]!)}\n${seconds(time)}` : "–")), name));
  assert.deepEqual(causes.get("All waiting"), scaling.runs.map(({ waiting, time }) => `${percent(waiting / time)}\n${seconds(waiting)}`));
  const larger = await rowsOf(tab, "Larger runs");
  assert.deepEqual(larger.get("Ranks"), ["64", "128", "256", "512"]);
  scaling.predictions.forEach(({ fitted }, i) => {
    const { value, error } = fitted.speedUp;
    assert.ok(error > 0);
    assert.equal(larger.get("Speed-up")![i], `${speedUp(value)} ± ${error.toFixed(value >= 100 ? 0 : value >= 10 ? 1 : 2)}`);
  });
  const fits = await rowsOf(tab, "Fits");
  assert.deepEqual(scaling.fits.map(({ largestResidual }) => percent(largestResidual)), [...fits.values()].slice(1).map((cells) => cells[2]));
  assert.ok((await tab.texts(".sc p")).includes(scaling.extrapolation));
  await tab.close();
});

test("the plots have the values that scaling prints, to be read with pointer and keys", async () => {
  const tab = await open();
  const chart = tab.page.getByRole("slider", { name: "Speed-up", exact: true });
  const said = () => chart.getAttribute("aria-valuetext");
  assert.equal(await said(), `32 ranks: Measured ${speedUp(scaling.runs[3]!.speedUp)}, Fit ${(await tab.texts(".sc-legend >> nth=0 >> li >> nth=1 >> .number"))[0]}, Ideal 8.00`);
  await chart.focus();
  await tab.press("Home");
  assert.match((await said())!, /^4 ranks: Measured 1\.00, Fit \d\.\d\d ± \d\.\d\d, Ideal 1\.00$/);
  await tab.press("End");
  const { value } = scaling.predictions[3]!.fitted.speedUp;
  assert.ok((await said())!.startsWith(`512 ranks: Fit ${speedUp(value)} ± `), (await said())!);
  assert.match((await tab.texts("#sc-speed-up"))[0]!, /at 512 ranks, if it goes on like this/);
  await tab.screenshot("scaling-cursor");
  const efficiencies = tab.page.getByRole("slider", { name: "Efficiencies", exact: true });
  const names = drawnEfficiencies(scaling);
  assert.deepEqual(names.map(({ key }) => key), ["parallel", "load_balance", "serialization", "transfer", "computation_scaling"]);
  assert.deepEqual(await tab.texts(".sc-legend >> nth=1 >> .sc-legend-name"), names.map(({ name }) => name));
  await chart.blur();
  const box = (await efficiencies.boundingBox())!;
  await tab.page.mouse.move(box.x + 60, box.y + 50);
  await tab.idle();
  const first = scaling.runs[0]!;
  assert.equal(await efficiencies.getAttribute("aria-valuetext"), `4 ranks: ${names.map(({ key, name }) => `${name} ${percent(first.efficiencies.get(key)!)}`).join(", ")}`);
  await tab.page.mouse.move(box.x + 60, box.y + box.height + 200);
  await tab.idle();
  assert.match((await said())!, /^32 ranks/);
  assert.ok(await tab.page.locator(".sc-canvas").first().evaluate((canvas: HTMLCanvasElement) => canvas.getContext("2d")!.getImageData(0, 0, canvas.width, canvas.height).data.some((byte) => byte > 0)));
  await tab.close();
});

test("a cause leads to what the largest run has of it", async () => {
  const tab = await open();
  const link = tab.page.getByRole("region", { name: "Who made others wait" }).getByRole("link").first();
  const name = await link.innerText();
  await link.click();
  await tab.idle();
  assert.match(tab.hash, /^#1\/explorer\?metric=delay&path=\d+$/);
  assert.ok((await tab.texts(".selection")).join().includes(name.split("/").at(-1)!));
  await tab.back();
  assert.match(tab.hash, /^#1\/scaling/);
  await tab.press("5");
  assert.deepEqual(await tab.texts("[aria-current=page]"), ["Scaling"]);
  await tab.close();
});

test("it can be read in all themes, and in a narrow window", async () => {
  const looks: readonly (readonly [string, Look])[] = [
    ["scaling", {}],
    ["scaling-dark", { colorScheme: "dark" }],
    ["scaling-forced", { forcedColors: "active" }],
    ["scaling-narrow", { width: 420 }],
  ];
  for (const [name, look] of looks) {
    const tab = await open(look);
    assert.deepEqual(await tab.accessibilityProblems(), [], name);
    assert.ok(await tab.page.locator(".sc").evaluate((all) => all.scrollWidth <= all.clientWidth), name);
    await tab.screenshot(name);
    await tab.close();
  }
});

test("three runs have no error, and three of two sizes no fit", async () => {
  const three = await Server.start(...runs.slice(0, 3));
  const tab = await open({}, three);
  assert.ok((await tab.texts(".sc p")).includes(scalingOf(...runs.slice(0, 3)).extrapolation));
  assert.doesNotMatch((await tab.texts(".sc-wide")).join(), /±/);
  assert.deepEqual(await tab.accessibilityProblems(), []);
  await tab.screenshot("scaling-three");
  await tab.close();
  await three.end();
  const again = generated("halo2d", "--ranks", 8, "--iterations", 60, "--imbalance", "hotspot:2");
  const two = await Server.start(runs[0]!, again, runs[1]!);
  const without = await open({}, two);
  const { remarks, extrapolation } = scalingOf(runs[0]!, again, runs[1]!);
  assert.equal(remarks.length, 1);
  assert.deepEqual(await without.texts(".warning-box"), remarks);
  assert.match(extrapolation, /too few for an extrapolation/);
  assert.ok((await without.texts(".sc p")).includes(extrapolation));
  assert.deepEqual(await without.accessibilityProblems(), []);
  await without.screenshot("scaling-two-sizes");
  await without.close();
  await two.end();
});

test("why runs do not fit together is said", async () => {
  const same = await Server.start(runs[0]!, runs[0]!, runs[0]!);
  const tab = await open({}, same);
  assert.match((await tab.texts("[role=alert]"))[0]!, /all runs have 4 ranks/);
  assert.deepEqual(await tab.accessibilityProblems(), []);
  const problems = tab.problems.splice(0); // The browser says that there is no answer.
  assert.ok(problems.every((each) => each.includes("404")), problems.join());
  await tab.close();
  await same.end();
});

test("there is no such tab where there are one or two runs", async () => {
  for (const files of [runs.slice(0, 1), runs.slice(0, 2)]) {
    const fewer = await Server.start(...files);
    const tab = await open({}, fewer);
    assert.equal((await tab.texts(".tab")).includes("Scaling"), false);
    assert.deepEqual(await tab.texts("[aria-current=page]"), ["Summary"]);
    await tab.close();
    await fewer.end();
  }
});
