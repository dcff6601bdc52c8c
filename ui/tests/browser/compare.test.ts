// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import type { Report } from "model/report";
import { readReport } from "wire/report";
import { Tab, closeBrowser, numberIn } from "../support/browser";
import { Server, generated, latecomer } from "../support/latecomer";
import { madeReport } from "../support/made_report";

interface Sample {
  readonly mean: number;
}

/** What `latecomer compare --json` prints, as far as it is needed here. */
interface Printed {
  readonly metrics: { id: string; unit: string; is_wait: boolean; base: Sample; other: Sample; difference: number }[];
  readonly call_paths: { metric: number; path: string; base: Sample; other: Sample; difference: number }[];
}

interface Shown {
  readonly values: { metric: number; call_path: number; values: number[] }[];
}

const kHtml = "<img src=nothing:x onerror='window.wasRun = true'>";

let server: Server;
let made: Server;
let printed: Printed;
let reports: readonly (readonly [Report, Shown])[];

before(async () => {
  const options = ["--ranks", 4, "--events", 3000, "--functions", 2, "--depth", 2] as const;
  const files = [generated("halo2d", ...options, "--imbalance", "random:0.2"), generated("halo2d", ...options, "--imbalance", "random:0.4", "--seed", 5)];
  server = await Server.start(...files);
  printed = JSON.parse(latecomer("compare", ...files, "--json")) as Printed;
  reports = files.map((file) => {
    const shown = JSON.parse(latecomer("show", file, "--json")) as Shown;
    return [readReport(shown), shown] as const;
  });
  // Time of base: main 1 { a 2 { x 4 }, b 8 }; other: main 1 { b 5, <img 3 }; b was called at line 7, then at 9.
  const metrics = [{ id: "time" }, { id: "visits", unit: "occ" }];
  const value = (values: readonly number[]) => (metric: number, path: number) => (metric === 0 ? values[path]! : 1);
  made = await Server.start(
    madeReport({
      metrics,
      ranks: 1,
      paths: [
        { name: "main", parent: -1 },
        { name: "a", parent: 0 },
        { name: "x", parent: 1 },
        { name: "b", parent: 0, file: "/old/p.c", line: 7 },
      ],
      value: value([1, 2, 4, 8]),
    }),
    madeReport({
      metrics: [...metrics, { id: "extra" }],
      ranks: 1,
      paths: [
        { name: "main", parent: -1 },
        { name: "b", parent: 0, file: "/new/p.c", line: 9 },
        { name: kHtml, parent: 0 },
      ],
      value: value([1, 5, 3]),
    }),
  );
});

after(async () => {
  await closeBrowser();
  await server.end();
  await made.end();
});

function open(at: Server, hash: string, look = {}): Promise<Tab> {
  return Tab.open(at.url + hash, look);
}

interface Row {
  readonly name: string;
  readonly base: number; ///< NaN: there is none
  readonly other: number;
  readonly difference: number;
  readonly text: string;
}

/** The rows of a tree that are seen, with exact values, by their numbers. */
async function rowsIn(tab: Tab, tree: "metric-rows" | "path-rows"): Promise<Map<number, Row>> {
  const rows = await tab.page.locator(`[id^="${tree}-"][role=treeitem]`).evaluateAll((all) =>
    all.map((row) => {
      const [base, other, difference] = [...row.querySelectorAll(".tree-value")].map((each) => each.getAttribute("title") ?? "");
      return { id: row.id, name: row.querySelector(".tree-name")!.textContent!, base, other, difference, text: (row as HTMLElement).innerText.replace(/\s+/g, " ") };
    }),
  );
  return new Map(
    rows.map(({ id, base, other, difference, ...rest }) => [
      Number(id.split("-").at(-1)),
      { ...rest, base: numberIn(base!), other: numberIn(other!), difference: numberIn(difference!) },
    ]),
  );
}

function near(a: number, b: number, what: string): void {
  assert.ok(Math.abs(a - b) <= 1e-9 * Math.max(Math.abs(a), Math.abs(b), 1e-3), `${what}: ${a} is not ${b}`);
}

const kAllOpen = "metric_rows_open=0-999&path_rows_open=0-999";

test("there is no such tab where there is one report", async () => {
  const alone = await Server.start(madeReport({ metrics: [{ id: "time" }], ranks: 1, paths: [{ name: "main", parent: -1 }], value: () => 1 }));
  const tab = await open(alone, "#1/compare");
  assert.deepEqual(await tab.texts("[aria-current=page]"), ["Summary"]);
  assert.equal((await tab.texts(".tab")).includes("Compare"), false);
  await tab.close();
  await alone.end();
});

test("metrics: the totals that compare prints", async () => {
  const tab = await open(server, "#1/compare?compare=trees&all_metrics=yes&metric_rows_open=", { height: 8000 });
  let seen = 0;
  for (const { id, base, other, difference } of printed.metrics) {
    if (seen % 5 === 0 || id === "time") {
      await tab.show(`#1/compare?compare=trees&all_metrics=yes&metric_rows_open=&metric=${id}`);
      const titles = await tab.page.locator("[id^=metric-rows-][aria-selected=true] .tree-value").evaluateAll((all) => all.map((each) => each.getAttribute("title")));
      const selected = titles.map(numberIn);
      near(selected[0]!, base.mean, id);
      near(selected[1]!, other.mean, id);
      near(selected[2]!, difference, id);
    }
    ++seen;
  }
  assert.ok(seen > 30);
  await tab.close();
});

test("calls: the differences that compare prints, and the values that show prints of each", async () => {
  const tab = await open(server, `#1/compare?compare=trees&metric=mpi&${kAllOpen.replace("metric_rows_open=0-999&", "metric_rows_open=&")}`, { height: 8000 });
  const rows = await rowsIn(tab, "path-rows");
  const metric = printed.metrics.findIndex(({ id }) => id === "mpi");
  const differences = printed.call_paths.filter((each) => each.metric === metric).map(({ difference }) => difference).sort((a, b) => a - b);
  const shownDifferences = [...rows.values()].map(({ difference }) => difference).filter((each) => each !== 0).sort((a, b) => a - b);
  assert.equal(shownDifferences.length, differences.length);
  shownDifferences.forEach((each, i) => near(each, differences[i]!, `difference ${i}`));
  assert.ok(differences.length >= 2);
  for (const [side, [report, shown]] of [["base", reports[0]!], ["other", reports[1]!]] as const) {
    const id = report.metrics.findIndex((each) => each.id === "mpi");
    const wanted = shown.values.filter((row) => row.metric === id).map(({ values }) => values.reduce((sum, each) => sum + each, 0));
    const found = [...rows.values()].map((row) => row[side]).filter((each) => each !== 0);
    assert.equal(found.length, wanted.length);
    found.sort((a, b) => a - b);
    wanted.sort((a, b) => a - b).forEach((each, i) => near(found[i]!, each, `${side} ${i}`));
  }
  await tab.close();
});

test("what only one report has says so; lines that moved are the same", async () => {
  const tab = await open(made, `#1/compare?compare=trees&${kAllOpen}`);
  const rows = [...(await rowsIn(tab, "path-rows")).values()];
  const find = (name: string) => rows.find((row) => row.name.startsWith(name))!;
  assert.equal(rows.length, 5);
  assert.deepEqual([find("main").base, find("main").other, find("main").difference], [1, 1, 0]);
  assert.deepEqual([find("b ").base, find("b ").other, find("b ").difference], [8, 5, -3]);
  assert.deepEqual([find("a").base, find("a").other, find("a").difference], [2, NaN, -2]);
  assert.deepEqual([find(kHtml).base, find(kHtml).other, find(kHtml).difference], [NaN, 3, 3]);
  assert.match(find("a").text, /^2\.0+s – ▼−2\.0+s ×0 .*only base a$/);
  assert.match(find(kHtml).text, /^– 3\.0+s ▲\+3\.0+s from 0 .*only other <img/);
  assert.match(find("main").text, /^1\.0+s 1\.0+s = /);
  // Collapsed, with what is below: 15 and 9.
  await tab.show("#1/compare?compare=trees&path_rows_open=");
  const [main] = (await rowsIn(tab, "path-rows")).values();
  assert.deepEqual([main!.base, main!.other, main!.difference], [15, 9, -6]);
  const extra = [...(await rowsIn(tab, "metric-rows")).values()].find(({ name }) => name === "extra")!;
  assert.match(extra.text, /^– 3\.0+s – – .*only other extra$/); // which each of three call paths has once
  assert.equal(await tab.page.evaluate(() => "wasRun" in window), false);
  await tab.close();
});

test("rows are sorted by what they differ, searched, filtered, and selected by keys and links", async () => {
  const tab = await open(made, "#1/compare?compare=trees&path_rows_open=0-9");
  const names = async () => [...(await rowsIn(tab, "path-rows")).values()].map(({ name }) => name.slice(0, 4));
  await tab.page.getByRole("group", { name: "Call tree: sort by" }).getByRole("button", { name: "Difference" }).click();
  await tab.idle();
  assert.match(tab.hash, /sort=difference/);
  // With what is below: main -6; in it a -6, b -3, <img 3, which come in the tree's order where they are alike.
  assert.deepEqual(await names(), ["main", "a", "x", "b (p", "<img"]);
  await tab.press("o");
  assert.doesNotMatch(tab.hash, /sort/);
  await tab.press("c");
  await tab.press("Home", "ArrowDown", "ArrowDown");
  assert.deepEqual(await tab.texts("#path-rows-0, [id^=path-rows-][aria-selected=true] .tree-name").then((all) => all.at(-1)), "x");
  assert.match(tab.hash, /path=2/);
  await tab.page.getByLabel("Find in Call tree").fill("IMG");
  await tab.page.keyboard.press("Enter");
  await tab.idle();
  assert.match(tab.hash, /second_path=2/);
  const hash = tab.hash;
  await tab.show("#1/compare");
  await tab.show(hash);
  assert.deepEqual(await tab.texts("[id^=path-rows-][aria-selected=true] .tree-name"), [kHtml]);
  assert.match((await tab.texts(".details")).join(), /in the other report only/);
  await tab.page.keyboard.press("Escape");
  await tab.page.getByLabel("only differences").check();
  await tab.idle();
  assert.equal((await names()).length, 5, "main differs in what is below");
  await tab.close();
});

test("the summary has what compare prints, and its lines lead to the trees", async () => {
  const tab = await open(server, "#1/compare", { height: 2400 });
  const text = (await tab.texts(".compare-summary")).join();
  const time = printed.metrics.find(({ id }) => id === "time")!;
  assert.match(text, time.difference > 0 ? /▲ .* more in the other run/ : /▼ .* less in the other run/);
  const titles = await tab.page.locator("[aria-labelledby=cmp-paths] td.difference").evaluateAll((all) => all.map((each) => each.getAttribute("title")));
  const metric = printed.metrics.indexOf(time);
  const wanted = printed.call_paths.filter((each) => each.metric === metric).slice(0, 8);
  assert.ok(wanted.length > 3);
  assert.equal(titles.length, wanted.length);
  titles.forEach((each, i) => near(numberIn(each), wanted[i]!.difference, wanted[i]!.path));
  const waits = printed.metrics.filter(({ is_wait: isWait, difference }) => isWait && difference !== 0);
  assert.ok(waits.length > 0);
  assert.equal(await tab.page.locator("[aria-labelledby=cmp-waits] tbody tr").count(), Math.min(waits.length, 8));
  assert.deepEqual(await tab.accessibilityProblems(), []);
  await tab.screenshot("compare-summary");
  await tab.page.getByRole("link", { name: wanted[0]!.path, exact: true }).first().click();
  await tab.idle();
  assert.match(tab.hash, /compare=trees/);
  const selected = await tab.page.locator("[id^=path-rows-][aria-selected=true] .tree-value").nth(2).getAttribute("title");
  assert.ok(selected !== null);
  await tab.close();
});

test("a report and itself do not differ", async () => {
  const file = generated("halo2d", "--ranks", 4, "--events", 400);
  const same = await Server.start(file, file);
  const tab = await open(same, "#1/compare");
  assert.match((await tab.texts(".compare-summary")).join(), /There is no difference\./);
  await tab.show(`#1/compare?compare=trees&${kAllOpen}`);
  for (const tree of ["metric-rows", "path-rows"] as const) {
    const rows = [...(await rowsIn(tab, tree)).values()];
    assert.ok(rows.length > 3);
    for (const { name, difference, text } of rows) {
      assert.ok(difference === 0 || Number.isNaN(difference), `${name}: ${text}`);
      assert.doesNotMatch(text, /only|▲|▼/);
    }
  }
  await tab.close();
  await same.end();
});

test("reports of different programs say so", async () => {
  const program = (name: string, id: string) => madeReport({ metrics: [{ id }], ranks: name === "one" ? 1 : 2, paths: [{ name, parent: -1 }], value: () => 1 });
  const different = await Server.start(program("one", "time"), program("two", "time"));
  const tab = await open(different, "#1/compare");
  const text = (await tab.texts(".compare-summary")).join();
  assert.match(text, /different programs: no call path is in both/);
  assert.match(text, /1 thread and 2 threads/);
  await tab.close();
  await different.end();
  const nothing = await Server.start(program("one", "time"), program("one", "visits"));
  const none = await open(nothing, "#1/compare");
  assert.match((await none.texts(".compare-summary")).join(), /no metric in common/);
  await none.show("#1/compare?compare=trees&metric=visits");
  assert.match((await rowsIn(none, "path-rows")).values().next().value!.text, /^– 1\.0+s – – one/);
  await none.close();
  await nothing.end();
});

test("what is seen can be used by all, on light and on dark ground", async () => {
  for (const colorScheme of ["light", "dark"] as const) {
    const tab = await open(server, "#1/compare?compare=trees&sort=difference&path=1", { colorScheme });
    assert.deepEqual(await tab.accessibilityProblems(), []);
    await tab.screenshot(`compare-trees-${colorScheme}`);
    await tab.show("#1/compare");
    assert.deepEqual(await tab.accessibilityProblems(), []);
    await tab.screenshot(`compare-summary-${colorScheme}`);
    await tab.show("#1/compare?compare=timelines");
    assert.deepEqual(await tab.accessibilityProblems(), []);
    await tab.screenshot(`compare-timelines-${colorScheme}`);
    await tab.close();
  }
});

/** What is seen of a run, in its ticks. */
function viewOf(tab: Tab, which: number): Promise<{ from: number; to: number }> {
  return tab.page.evaluate((i) => window.latecomer.timeline(i).view, which);
}

test("two timelines show the same times", async () => {
  const tab = await open(server, "#1/compare?compare=timelines");
  const [base, other] = [await viewOf(tab, 0), await viewOf(tab, 1)];
  assert.deepEqual([base.from, base.to], [other.from, other.to], "both have nanoseconds");
  for (const which of [0, 1]) assert.equal(await tab.page.evaluate((i) => window.latecomer.timeline(i).knownRows, which), 1);

  await tab.press("w", "d");
  const zoomed = await viewOf(tab, 1);
  assert.deepEqual(await viewOf(tab, 0).then(({ from, to }) => [from, to]), [zoomed.from, zoomed.to]);
  near(zoomed.to - zoomed.from, (base.to - base.from) / 2, "zoomed");
  assert.match(tab.hash, /from=/);
  // A link shows the same.
  const hash = tab.hash;
  await tab.press("0");
  await tab.show(hash);
  assert.ok(Math.abs((await viewOf(tab, 1)).from - zoomed.from) < 1, "by a link, in whole ticks");

  // Turning the wheel over the other one zooms both.
  await tab.press("0");
  const box = (await tab.page.locator("#other-rows .tl-area").boundingBox())!;
  await tab.page.mouse.move(box.x + box.width / 2, box.y + 20);
  await tab.page.mouse.wheel(0, -400);
  await tab.idle();
  const [first, second] = [await viewOf(tab, 0), await viewOf(tab, 1)];
  assert.ok(first.to - first.from < base.to - base.from);
  near(first.from, second.from, "wheel");
  await tab.close();
});

test("runs of different lengths are matched by begin, end or length", async () => {
  const short = generated("halo2d", "--ranks", 2, "--iterations", 10);
  const long = generated("halo2d", "--ranks", 2, "--iterations", 30);
  const pair = await Server.start(short, long);
  const length = async (which: number) => tab.page.evaluate((i) => window.latecomer.timeline(i).length, which);
  const tab = await open(pair, "#1/compare?compare=timelines");
  const [a, b] = [await length(0), await length(1)];
  assert.ok(b > 2 * a);
  const expect = async (base: readonly [number, number], other: readonly [number, number]) => {
    const [x, y] = [await viewOf(tab, 0), await viewOf(tab, 1)];
    near(x.from, base[0], "from");
    near(x.to, base[1], "to");
    near(y.from, other[0], "from, other");
    near(y.to, other[1], "to, other");
  };
  await expect([0, b], [0, b]);
  await tab.screenshot("compare-timelines-begin");
  await tab.page.getByLabel("Runs are matched").selectOption("end");
  await tab.idle();
  await expect([a - b, a], [0, b]);
  await tab.screenshot("compare-timelines-end");
  await tab.page.getByLabel("Runs are matched").selectOption("length");
  await tab.idle();
  await expect([0, a], [0, b]);
  await tab.press("w");
  await expect([a / 4, (3 * a) / 4], [b / 4, (3 * b) / 4]);

  // Each has a selection of its own.
  await tab.page.locator("#other-rows .tl-area").focus();
  await tab.press("ArrowRight");
  assert.match(tab.hash, /second_pick=/);
  assert.doesNotMatch(tab.hash, /[?&]pick=/);
  await tab.press("Escape");
  assert.doesNotMatch(tab.hash, /pick=/);
  await tab.close();
  await pair.end();
});

test("reports without traces have trees and no timelines", async () => {
  const tab = await open(made, "#1/compare?compare=timelines");
  assert.match((await tab.texts(".pair")).join(), /There is no timeline/);
  assert.deepEqual(await tab.accessibilityProblems(), []);
  await tab.close();
});
