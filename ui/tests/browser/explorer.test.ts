// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { readReport } from "wire/report";
import type { Report } from "model/report";
import { buildTree } from "model/tree";
import { Tab, closeBrowser, numberIn } from "../support/browser";
import { Server, generated, latecomer } from "../support/latecomer";

/** What `latecomer show --json` prints, as far as it is needed here. */
interface Shown {
  readonly metrics: { id: string; total: number; parent: number | null }[];
  readonly values: { metric: number; call_path: number; values: number[] }[];
}

const kRanks = 6;
let server: Server;
let shown: Shown;
let report: Report;

before(async () => {
  const file = generated("halo2d", "--ranks", kRanks, "--events", 3000, "--functions", 2, "--depth", 2);
  server = await Server.start(file);
  shown = JSON.parse(latecomer("show", file, "--json")) as Shown;
  report = readReport(shown);
});

after(async () => {
  await closeBrowser();
  await server.end();
});

/** A page that is high enough for all rows. */
function openHigh(hash: string): Promise<Tab> {
  return Tab.open(server.url.replace(/$/, hash), { height: 12_000 });
}

/** The exact values beside the rows of a tree, by node. */
async function valuesIn(tab: Tab, tree: string): Promise<Map<number, number>> {
  const rows = await tab.page.locator(`[id^="${tree}-"][role=treeitem]`).evaluateAll((all) =>
    all.map((row) => [row.id, row.querySelector(".tree-value")!.getAttribute("title")!] as const),
  );
  return new Map(rows.map(([id, text]) => [Number(id.split("-")[1]), numberIn(text)]));
}

function near(a: number, b: number, what: string): void {
  assert.ok(Math.abs(a - b) <= 1e-9 * Math.max(Math.abs(a), Math.abs(b), 1e-3), `${what}: ${a} is not ${b}`);
}

function sum(values: readonly number[]): number {
  return values.reduce((total, each) => total + each, 0);
}

/** What each call path has alone, of a metric with those below it, over some locations. */
function ownValues(id: string, isCounted = (_location: number) => true): Map<number, number> {
  const metric = shown.metrics.findIndex((each) => each.id === id);
  const rows = shown.values.filter((row) => row.metric === metric);
  return new Map(rows.map((row) => [row.call_path, sum(row.values.filter((_, location) => isCounted(location)))]));
}

const kAllOpen = "metrics_open=0-999&paths_open=0-999&parts_open=0-999";

test("metrics: every total, and what each has without those below it", async () => {
  const parents = shown.metrics.map((each) => each.parent);
  const tab = await openHigh(`#1/explorer?all_metrics=yes&${kAllOpen}`);
  const values = await valuesIn(tab, "metrics");
  assert.equal(values.size, shown.metrics.length);
  shown.metrics.forEach(({ id, total }, i) => {
    const below = sum(shown.metrics.filter((_, k) => parents[k] === i).map((each) => each.total));
    if (id !== "imbalance" && !id.startsWith("imbalance_")) near(values.get(i)!, total - below, id); // derived ones are no sums
  });
  for (const [i, metric] of shown.metrics.entries()) {
    if (i % 17 !== 0 && metric.id !== "mpi_latesender") continue;
    await tab.show(`#1/explorer?all_metrics=yes&metrics_open=&metric=${metric.id}`);
    near((await valuesIn(tab, "metrics")).get(i)!, metric.total, metric.id);
  }
  await tab.close();
});

test("calls: exclusive where what is below is seen, inclusive where not", async () => {
  const own = ownValues("mpi_latesender");
  const tab = await openHigh(`#1/explorer?metric=mpi_latesender&${kAllOpen.replace("metrics_open=0-999&", "")}`);
  const values = await valuesIn(tab, "paths");
  assert.equal(values.size, report.callPaths.size);
  for (const [path, value] of values) near(value, own.get(path) ?? 0, report.names.path(path));

  await tab.show("#1/explorer?metric=mpi_latesender&paths_open=");
  const [total] = (await valuesIn(tab, "paths")).values();
  near(total!, shown.metrics.find((each) => each.id === "mpi_latesender")!.total, "collapsed");
  await tab.close();
});

test("the system: values of what is selected to the left", async () => {
  const waits = [...ownValues("mpi_latesender").keys()];
  const path = waits[0]!;
  const row = shown.values.find((each) => each.call_path === path && shown.metrics[each.metric]!.id === "mpi_latesender")!;
  const tab = await openHigh(`#1/explorer?metric=mpi_latesender&path=${path}&parts_open=0-999`);
  const values = await valuesIn(tab, "parts");
  const first = report.nodes.size + report.ranks.size;
  row.values.forEach((value, location) => near(values.get(first + location)!, value, `location ${location}`));

  await tab.show(`#1/explorer?metric=mpi_latesender&path=${path}&part=rank-3`);
  const exact = await tab.texts(".selection .exact");
  near(numberIn(exact[2]!), row.values[3]!, "the selection in full");
  near((await valuesIn(tab, "parts")).get(report.nodes.size + 3)!, row.values[3]!, "a rank");
  await tab.close();
});

test("values as parts", async () => {
  const time = shown.metrics.find((each) => each.id === "time")!.total;
  const mpi = shown.metrics.find((each) => each.id === "mpi")!.total;
  const own = ownValues("mpi");
  const [path, value] = [...own].reduce((a, b) => (b[1] > a[1] ? b : a));
  const tab = await openHigh("#1/explorer");
  const written = async (row: string) => (await tab.page.locator(`#${row} .tree-value`).innerText()).replace(/\s*%/, "");
  const all = `metric=mpi&metrics_open=&paths_open=0-999`;
  await tab.show(`#1/explorer?${all}&paths_as=root`);
  assert.equal(await written(`paths-${path}`), ((100 * value) / time).toFixed(1));
  await tab.show(`#1/explorer?${all}&paths_as=left`);
  assert.equal(await written(`paths-${path}`), ((100 * value) / mpi).toFixed(1));
  await tab.show(`#1/explorer?${all}&paths_as=peers`);
  assert.equal(await written(`paths-${path}`), "100.0");
  await tab.close();
});

test("the flat profile, and a region's values in the system", async () => {
  const own = ownValues("time");
  const byRegion = new Map<number, number>();
  for (const [path, value] of own) {
    const region = report.callPaths.region[path]!;
    byRegion.set(region, (byRegion.get(region) ?? 0) + value);
  }
  const tab = await openHigh("#1/explorer?metric=time&profile=flat");
  const values = await valuesIn(tab, "regions");
  assert.equal(values.size, [...byRegion.values()].filter((each) => each !== 0).length);
  for (const [region, value] of values) near(value, byRegion.get(region)!, report.regions.name[region]!);
  assert.deepEqual([...values.values()], [...values.values()].sort((a, b) => b - a));

  const region = report.regions.name.indexOf("MPI_Waitall");
  await tab.show(`#1/explorer?metric=time&profile=flat&region=${region}`);
  const ranks = await valuesIn(tab, "parts");
  for (let rank = 0; rank < kRanks; ++rank) {
    const expected = [...ownValues("time", (each) => each === rank)].filter(([path]) => report.callPaths.region[path] === region);
    near(ranks.get(report.nodes.size + rank)!, sum(expected.map(([, value]) => value)), `rank ${rank}`);
  }
  await tab.close();
});

test("statistics over ranks", async () => {
  const perRank = Array.from({ length: kRanks }, (_, rank) => sum([...ownValues("mpi", (each) => each === rank).values()]));
  const sorted = [...perRank].sort((a, b) => a - b);
  // Of 6 values the median is between the third and the fourth, the first quartile a quarter behind the second.
  const expected = {
    Maximum: sorted[5]!,
    Median: (sorted[2]! + sorted[3]!) / 2,
    "First quartile": sorted[1]! + 0.25 * (sorted[2]! - sorted[1]!),
    Minimum: sorted[0]!,
    Mean: sum(sorted) / kRanks,
  };
  const tab = await Tab.open(server.url + "#1/explorer?metric=mpi&metrics_open=&system=spread");
  for (const [name, value] of Object.entries(expected)) {
    const cell = tab.page.locator(`tr:has(th:text-is("${name}")) td`).first();
    near(numberIn(await cell.getAttribute("title")), value, name);
  }
  await tab.click(".numbers tr:first-child button");
  assert.match(tab.hash, new RegExp(`part=rank-${perRank.indexOf(sorted[5]!)}`));
  await tab.close();
});

/** The names of the rows that are selected, by tree. */
async function selectedIn(tab: Tab, tree: string): Promise<string> {
  return (await tab.texts(`[id^="${tree}-"][aria-selected=true] .tree-name`)).join();
}

test("keys alone are enough", async () => {
  const tree = buildTree(report.callPaths.parent);
  const tab = await Tab.open(server.url, { height: 12_000 });
  await tab.press("2", "m");
  assert.equal(await selectedIn(tab, "metrics"), "Time");
  await tab.press("ArrowRight", "ArrowDown");
  assert.equal(await selectedIn(tab, "metrics"), "Execution");
  await tab.press("ArrowRight", "ArrowRight", "ArrowDown");
  assert.equal(await selectedIn(tab, "metrics"), "MPI");
  await tab.press("ArrowLeft");
  assert.equal(await selectedIn(tab, "metrics"), "Execution");
  await tab.press("ArrowLeft"); // collapses
  assert.equal(await tab.page.getByText("MPI", { exact: true }).count(), 0);
  await tab.press("End");
  assert.equal(await tab.page.locator('[id^="metrics-"][role=treeitem]').last().getAttribute("aria-selected"), "true");
  await tab.press("Home");
  assert.equal(await selectedIn(tab, "metrics"), "Time");

  await tab.press("c", "ArrowDown", "*");
  const seen = tree.end[0]! - 1 + tree.roots; // all below the first root, and the other ones, which are open to the second level
  assert.ok((await tab.page.locator('[id^="paths-"][role=treeitem]').count()) >= seen);
  await tab.press("ArrowDown", "ArrowDown");
  const active = await tab.page.locator(".tree").nth(1).getAttribute("aria-activedescendant");
  assert.equal(active, await tab.page.locator('[id^="paths-"][aria-selected=true]').getAttribute("id"));
  await tab.press("Escape");
  assert.equal(await selectedIn(tab, "paths"), "");
  await tab.press("s", "End");
  assert.equal(await selectedIn(tab, "parts"), `MPI Rank ${kRanks - 1}`);

  await tab.press("?");
  assert.ok((await tab.texts("dialog kbd")).includes("c"));
  await tab.press("Escape");
  assert.equal(await tab.page.locator("dialog[open]").count(), 0);
  assert.equal(await selectedIn(tab, "parts"), `MPI Rank ${kRanks - 1}`, "the dialog's keys are its own");
  await tab.close();
});

test("what is searched is found wherever it is", async () => {
  const tab = await Tab.open(server.url + "#1/explorer?paths_open=");
  const found = Array.from({ length: report.callPaths.size }, (_, path) => path).filter((path) => report.names.node(path).includes("MPI_Waitall"));
  await tab.page.getByLabel("Find in Call tree").fill("waitall");
  await tab.idle();
  assert.deepEqual(await tab.texts("[aria-label=Calls] .search-count"), [`${found.length} found`]);
  await tab.press("Enter");
  assert.match(await selectedIn(tab, "paths"), /^MPI_Waitall/);
  assert.match(tab.hash, new RegExp(`path=${found[0]}`));
  await tab.page.getByLabel("Find in System tree").fill("rank 4");
  await tab.press("Enter");
  assert.equal(await selectedIn(tab, "parts"), "MPI Rank 4");
  await tab.page.getByLabel("Find in Metrics").fill("there is no such metric");
  await tab.press("Enter");
  assert.deepEqual(await tab.texts("[aria-labelledby=metrics-title] .search-count"), ["0 found"]);
  await tab.close();
});

test("what is selected is in the URL: links, back and forward", async () => {
  const tab = await Tab.open(server.url + "#1/explorer");
  await tab.click('[id^="metrics-"]:has-text("Visits")');
  assert.match(tab.hash, /metric=visits/);
  const path = await tab.page.locator('[id^="paths-"][role=treeitem]').nth(2).getAttribute("id");
  await tab.click(`#${path}`);
  await tab.click('[id^="parts-"]:has-text("MPI Rank 2")');
  const all = tab.hash;
  const state = async () => [await selectedIn(tab, "metrics"), await selectedIn(tab, "paths"), await selectedIn(tab, "parts")];
  const before = await state();
  assert.equal(before[2], "MPI Rank 2");
  await tab.back();
  assert.equal((await state())[2], "");
  await tab.back();
  assert.deepEqual(await state(), ["Visits", "", ""]);
  await tab.forward();
  await tab.forward();
  assert.deepEqual(await state(), before);

  const other = await Tab.open(server.url + all);
  assert.deepEqual(await selectedIn(other, "parts"), before[2]);
  assert.deepEqual(await selectedIn(other, "paths"), before[1]);
  await other.close();

  // A long way by keys is one step.
  await tab.press("m", "ArrowDown", "ArrowDown", "ArrowDown", "ArrowUp");
  await tab.back();
  assert.deepEqual(await state(), before);
  await tab.close();
});

test("links that fit no report do no harm", async () => {
  const tab = await Tab.open(server.url + "#1/explorer?metric=nothing&path=99999999&part=rank-77&topology=9&grid=3x3&system=grid&metrics_open=0-999999999");
  assert.equal(await selectedIn(tab, "metrics"), "Time");
  assert.equal(await tab.page.locator("[role=alert]").count(), 0);
  await tab.close();
});

test("what the trees look like is that of the report", async () => {
  const tab = await openHigh(`#1/explorer?all_metrics=yes&${kAllOpen}`);
  const tree = buildTree(report.callPaths.parent);
  const rows = await tab.page.locator('[id^="paths-"][role=treeitem]').evaluateAll((all) =>
    all.map((row) => [row.querySelector(".tree-name")!.textContent, row.getAttribute("aria-level"), row.getAttribute("aria-posinset"), row.getAttribute("aria-setsize")]),
  );
  assert.deepEqual(
    rows,
    [...tree.order].map((path) => [
      report.names.node(path),
      String(tree.depth[path]! + 1),
      String(tree.number[path]! + 1),
      String(tree.parent[path] === -1 ? tree.roots : tree.children[tree.parent[path]!]!),
    ]),
  );
  await tab.close();
});
