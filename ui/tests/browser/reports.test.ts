// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

// Reports of all kinds: with odd names, with nothing in them, very large, of other tools.

import assert from "node:assert/strict";
import { writeFileSync } from "node:fs";
import path from "node:path";
import { after, test } from "node:test";
import { frameOf, cellRect } from "layout/grid";
import { givenGrid } from "model/grid";
import { Tab, type Look, closeBrowser, numberIn } from "../support/browser";
import { Server, generated, latecomer, scratchDirectory } from "../support/latecomer";
import { type Made, madeReport } from "../support/made_report";

after(closeBrowser);

const kTime = { id: "time", name: "Time" };

/** Does something with a page that shows a report. */
async function withReport(report: string, hash: string, use: (tab: Tab) => Promise<void>, look: Look = {}): Promise<void> {
  const server = await Server.start(report);
  const tab = await Tab.open(server.url + hash, look);
  try {
    await use(tab);
    await tab.close();
  } finally {
    await server.end();
  }
}

test("names are text, whatever they are", async () => {
  const evil = "<img src=x onerror='window.wasRun=1'><script>window.wasRun=1</script>&amp;";
  const made: Made = {
    metrics: [{ ...kTime, name: evil, description: evil }],
    paths: [
      { name: evil, parent: -1 },
      { name: "javascript:window.wasRun=1", parent: 0, file: `/${evil}.c`, line: 3 },
    ],
    ranks: 2,
    attributes: { "latecomer.trace": evil, Creator: "latecomer 0.1", "latecomer.note.x": "1", "latecomer.note_text.x": evil },
    value: () => 1,
  };
  await withReport(madeReport(made), "#1/start", async (tab) => {
    assert.ok((await tab.texts(".facts-table")).join().includes(evil));
    for (const hash of ["#1/explorer?path=1&paths_open=0", "#1/explorer?path=1&about=source", "#1/explorer?profile=flat&region=0&system=spread"]) {
      await tab.show(hash);
      assert.ok((await tab.texts(".explorer")).join().includes(evil), hash);
    }
    assert.ok((await tab.page.title()).includes(evil));
    assert.equal(await tab.page.locator("img, script:not([src])").count(), 0);
    assert.equal(await tab.page.evaluate(() => "wasRun" in window), false);
    const problems = tab.problems.splice(0); // that the source file is not there
    assert.ok(problems.every((each) => each.includes("404")), problems.join());
  });
});

test("a report of nothing", async () => {
  await withReport(madeReport({ metrics: [kTime], paths: [{ name: "main", parent: -1 }], ranks: 1 }), "#1/start", async (tab) => {
    assert.match((await tab.texts(".start")).join(), /1 rank, 1 thread[^]*All metrics of the report are zero/);
    for (const system of ["", "&system=spread", "&system=grid", "&profile=flat", "&about=source"]) {
      await tab.show("#1/explorer?all_metrics=yes" + system);
      assert.equal(await tab.page.locator("[role=alert]").count(), 0);
      assert.deepEqual(await tab.accessibilityProblems(), []);
    }
  });
});

test("a program without MPI and a single location", async () => {
  const made: Made = { metrics: [kTime], paths: [{ name: "main", parent: -1 }], ranks: 1, value: () => 2.5 };
  await withReport(madeReport(made), "#1/explorer?path=0&part=location-0", async (tab) => {
    assert.deepEqual(await tab.texts(".selection .exact"), ["2.5 s", "2.5 s", "2.5 s"]);
    await tab.show("#1/explorer?system=spread");
    assert.match((await tab.texts(".spread")).join(), /1 rank\b/);
    await tab.show("#1/explorer?system=grid");
    assert.match((await tab.texts(".said")).join(), /MPI Rank 0: 2\.50 s/);
    await tab.show("#1/start");
    assert.match((await tab.texts(".start")).join(), /1 rank, 1 thread\b/);
  });
});

test("metrics that are no sums, and values below zero", async () => {
  const made: Made = {
    metrics: [kTime, { id: "longest", type: "MAXDOUBLE" }],
    paths: [
      { name: "main", parent: -1 },
      { name: "f", parent: 0 },
    ],
    ranks: 2,
    value: (metric, call, location) => (metric === 0 ? [-3, 1][call]! * (location + 1) : [4, 9][call]! - location),
  };
  await withReport(madeReport(made), "#1/explorer?metric=longest&paths_open=&parts_open=0,1,2", async (tab) => {
    const value = (row: string) => tab.page.locator(`#${row} .tree-value`).getAttribute("title");
    assert.equal(await value("paths-0"), "9 s"); // the largest of 4 and 9
    assert.equal(await value("parts-2"), "8 s"); // 9 - 1
    await tab.show("#1/explorer?metric=longest&paths_open=0");
    assert.equal(await value("paths-0"), "4 s");
    await tab.show("#1/explorer?metric=time&paths_open=0");
    assert.equal(await value("paths-0"), "-9 s"); // -3 - 6
    assert.equal(await value("metrics-0"), "-6 s"); // and 1 + 2
  });
});

test("calculated metrics, and what they cannot tell", async () => {
  const made: Made = {
    metrics: [kTime, { id: "calls", unit: "occ" }, { id: "mean", expression: "metric::time() / metric::calls()" }],
    paths: [
      { name: "main", parent: -1 },
      { name: "f", parent: 0 },
    ],
    ranks: 2,
    value: (metric, call, location) => (metric === 0 ? [6, 8][call]! * (location + 1) : [1, 2][call]!),
  };
  // Of all (6 + 12 + 8 + 16) / 6, of f (8 + 16) / 4, of main alone 18 / 2; of rank 1 (12 + 16) / 3.
  await withReport(madeReport(made), "#1/explorer?metric=mean&paths_open=&parts_open=0", async (tab) => {
    const value = async (row: string) => numberIn(await tab.page.locator(`#${row} .tree-value`).getAttribute("title"));
    assert.equal(await value("metrics-2"), 7);
    assert.equal(await value("paths-0"), 7);
    assert.equal(await value("parts-2"), 9.33333333333); // twelve digits, behind which it is what calculating left
    await tab.show("#1/explorer?metric=mean&paths_open=0&path=0");
    assert.equal(await value("paths-0"), 9);
    assert.equal(await value("paths-1"), 6);
    await tab.show("#1/explorer?metric=mean&profile=flat");
    assert.match((await tab.texts("[aria-label=Calls] .message")).join(), /calculated from others/);
    tab.problems.splice(0); // that the server refused it
  });
});

test("ten thousand locations scroll to the last one", async () => {
  const ranks = 10_000;
  const made: Made = { metrics: [kTime], paths: [{ name: "main", parent: -1 }], ranks, value: (_m, _p, location) => location };
  await withReport(madeReport(made), "#1/explorer?parts_open=0", async (tab) => {
    const rows = tab.page.locator('[id^="parts-"][role=treeitem]');
    assert.ok((await rows.count()) < 60);
    await tab.page.locator(".tree").nth(2).focus();
    await tab.press("End");
    assert.equal(await rows.last().locator(".tree-name").innerText(), "MPI Rank 9999");
    assert.equal(await rows.last().locator(".tree-value").getAttribute("title"), "9999 s");
    await tab.press("PageUp", "PageUp");
    const seen = await rows.allInnerTexts();
    assert.ok(seen.length > 15 && seen.length < 60);
    await tab.page.getByLabel("Find in System tree").fill("rank 5678");
    await tab.press("Enter");
    assert.match((await tab.texts('[id^="parts-"][aria-selected=true]')).join(), /MPI Rank 5678/);
    await tab.show("#1/explorer?system=grid");
    assert.match((await tab.texts(".said")).join(), /MPI Rank 0: 0 s/);
    await tab.show("#1/explorer?system=spread");
    assert.match((await tab.texts(".spread")).join(), /10,000 ranks/);
  });
});

test("a hundred thousand call paths are asked for once", async () => {
  const paths = [{ name: "main", parent: -1 }];
  for (let i = 0; i < 100; ++i) {
    const caller = paths.push({ name: `f${i}`, parent: 0 }) - 1;
    for (let k = 0; k < 1000; ++k) paths.push({ name: `g${k}`, parent: caller });
  }
  const report = madeReport({ metrics: [kTime], paths, ranks: 1, value: () => 1 });
  await withReport(report, "#1/explorer?paths_open=", async (tab) => {
    const asked = () => tab.requests.filter((each) => each.includes("by=call_path")).length;
    await tab.page.locator(".tree").nth(1).focus();
    await tab.press("ArrowDown", "*", "End");
    const rows = tab.page.locator('[id^="paths-"][role=treeitem]');
    assert.ok((await rows.count()) < 60);
    assert.equal(await rows.last().locator(".tree-name").innerText(), "g999");
    assert.equal(await rows.last().getAttribute("id"), `paths-${paths.length - 1}`);
    await tab.press("ArrowLeft", "ArrowLeft", "PageUp");
    assert.equal(asked(), 1);
    assert.ok(tab.hash.length < 4000);
  });
});

test("more rows than a browser has pixels for", async () => {
  // 600,000 rows of 22 pixels would be more than what is laid out, 8,000,000.
  const paths = [{ name: "main", parent: -1 }];
  for (let i = 1; i < 600_000; ++i) paths.push({ name: "f", parent: 0 });
  const report = madeReport({ metrics: [kTime], paths, ranks: 1 });
  await withReport(report, "#1/explorer", async (tab) => {
    const rows = tab.page.locator('[id^="paths-"][role=treeitem]');
    await tab.page.locator(".tree").nth(1).focus();
    await tab.press("End");
    assert.equal(await rows.last().getAttribute("id"), "paths-599999");
    await tab.press("ArrowUp", "PageUp", "Home");
    assert.equal(await rows.first().getAttribute("id"), "paths-0");
  });
});

test("where processes stand", async () => {
  const made: Made = { metrics: [kTime], paths: [{ name: "main", parent: -1 }], ranks: 64, value: (_m, _p, location) => location };
  await withReport(madeReport(made), "#1/explorer?system=grid&grid=4x8x2", async (tab) => {
    const grid = givenGrid([4, 8, 2], 64);
    const canvas = tab.page.locator("canvas.grid");
    const box = (await canvas.boundingBox())!;
    // Of the plane 2, the row 5 and the column 1: rank (2 * 8 + 5) * 2 + 1 = 43.
    const cell = cellRect(grid, frameOf(grid, box), 43);
    await canvas.click({ position: { x: cell.x + cell.width / 2, y: cell.y + cell.height / 2 } });
    await tab.idle();
    assert.match(tab.hash, /part=rank-43/);
    assert.deepEqual(await tab.texts(".said"), ["(2, 5, 1) MPI Rank 43: 43.0 s"]);
    await tab.press("ArrowUp", "ArrowLeft", "PageDown", "Enter");
    assert.match(tab.hash, /part=rank-56/); // (3, 4, 0): (3 * 8 + 4) * 2
    const colors = await canvas.evaluate((element) => {
      const canvas = element as HTMLCanvasElement;
      const pixels = canvas.getContext("2d")!.getImageData(0, 0, canvas.width, canvas.height).data;
      return new Set(Array.from({ length: pixels.length / 4 }, (_, i) => pixels.slice(4 * i, 4 * i + 3).join())).size;
    });
    assert.ok(colors > 20, "cells have colours of their values");

    await tab.page.getByLabel("Dimensions").fill("8x8");
    await tab.press("Tab");
    assert.match(tab.hash, /grid=8x8/);
  });
  await withReport(generated("halo2d", "--ranks", 4, "--events", 200), "#1/explorer?system=grid", async (tab) => {
    assert.match((await tab.texts("[aria-label=Topology] option")).join(), /Process x Thread \(4 × 1\)/);
  });
});

test("source lines with their time", async () => {
  const file = path.join(scratchDirectory(), "wave.c");
  writeFileSync(file, "int main() {\n  // <b>\n\tsolve();\n}\n");
  const made: Made = {
    metrics: [kTime],
    paths: [
      { name: "main", parent: -1, file },
      { name: "solve", parent: 0, file, line: 3 },
    ],
    ranks: 2,
    value: (_m, call) => [1, 10][call]!,
  };
  await withReport(madeReport(made), "#1/explorer?path=1&about=source", async (tab) => {
    const lines = await tab.texts(".source tbody tr:not(.remark)");
    assert.deepEqual(
      lines.map((line) => line.trim().split(/\s+/).join(" ")),
      ["1 int main() {", "2 // <b>", "20.0 s 3 solve();", "4 }"],
    );
    assert.deepEqual(await tab.texts(".source .current .line-number"), ["3"]);
    assert.match((await tab.texts(".source .remark")).join(), /2\.00 s\s+↳ in main itself/);
    assert.deepEqual(await tab.accessibilityProblems(), []);
  });
  const gone: Made = { ...made, paths: [{ name: "main", parent: -1, file: "/nowhere/wave.c" }] };
  await withReport(madeReport(gone), "#1/explorer?path=0&about=source", async (tab) => {
    assert.match((await tab.texts("#details-panel .message")).join(), /nowhere\/wave\.c.*No such file/);
    tab.problems.splice(0); // that the server had nothing
  });
});

test("what has to be known before numbers are believed", async () => {
  const made: Made = {
    metrics: [kTime],
    paths: [{ name: "main", parent: -1 }],
    ranks: 2,
    value: () => 1,
    attributes: {
      Creator: "latecomer 0.1",
      "latecomer.trace": "run1",
      "latecomer.run_seconds": "1.5",
      "latecomer.partial": "1",
      "latecomer.killed": "1",
      "latecomer.open_call.000": "rank 0: main/MPI_Recv, since 1.2 s",
      "latecomer.deadlock.000.000": "rank 0 waits for rank 1",
      "latecomer.deadlock.000.001": "rank 1 waits for rank 0",
      "latecomer.wait_for_ended.000": "rank 3 for rank 2",
      "latecomer.crowded_node.000": "vm: 4 ranks on 2 cores",
      "latecomer.crowded_by_threads.000": "vm: 6 threads on 2 cores",
      "latecomer.unrecorded_threads.seconds": "0.7",
      "latecomer.unrecorded_threads.most": "0.5",
      "latecomer.unrecorded_threads.most_rank": "1",
      "latecomer.anomaly.unmatched_send": "3",
      "latecomer.anomaly_text.unmatched_send": "messages that nobody received",
      "latecomer.anomaly_place.unmatched_send.000": "3 at main/MPI_Isend, rank 1",
      "latecomer.note.truncated": "1",
      "latecomer.note_text.truncated": "received less than was sent",
    },
  };
  await withReport(madeReport(made), "#1/start", async (tab) => {
    const warnings = (await tab.texts(".warning-box")).map((each) => each.replace(/\s+/g, " "));
    assert.deepEqual(await tab.texts(".warning-box strong"), [
      "Deadlock.",
      "Endless.",
      "Partial.",
      "Cores.",
      "Cores.",
      "Not recorded: 700 ms of processor time.",
    ]);
    assert.match(warnings[0]!, /rank 0 waits for rank 1 rank 1 waits for rank 0/);
    assert.match(warnings[2]!, /Where it was when it ended: ?rank 0: main\/MPI_Recv, since 1\.2 s/);
    assert.match(warnings[4]!, /more threads than cores.* vm: 6 threads on 2 cores/);
    assert.match(warnings[5]!, /most on rank 1: 500 ms/);
    const trust = (await tab.texts("[aria-labelledby=trust-title]")).join().replace(/\s+/g, " ");
    assert.match(trust, /Anomalies.* 3 messages that nobody received 3 at main\/MPI_Isend, rank 1 .*Notes.* 1 received less than was sent/);
    assert.deepEqual(await tab.texts(".run-size"), ["2 ranks, 2 threads, 1.50 s"]);
    await tab.screenshot("warnings");
    assert.deepEqual(await tab.accessibilityProblems(), []);
  });
});

test("the summary is that of the command line", async () => {
  const report = generated("wavefront", "--ranks", 9, "--events", 4000, "--imbalance", "hotspot:2");
  const printed = latecomer("show", report, "--json");
  const { metrics, root_causes: causes, instances } = JSON.parse(printed) as {
    metrics: { id: string; total: number }[];
    root_causes: { seconds: number }[];
    instances: { amount: number; begin: number; end: number; location: number }[];
  };
  const total = (id: string) => metrics.find((each) => each.id === id)!.total;
  await withReport(report, "#1/start", async (tab) => {
    const text = (await tab.texts(".start")).join();
    assert.match(text, /9 ranks, 9 threads/);
    const row = (await tab.texts("tr:has(:text-is('Computation')) td")).map((each) => each.trim());
    assert.ok(Math.abs(numberIn(row[0]!) - total("comp")) < 6e-3 * total("comp"));
    const share = (100 * total("comp")) / total("time");
    assert.equal(row[1], `${share.toFixed(1)} %`);
    const first = (await tab.texts("[aria-labelledby=causes-title] .entry-value"))[0]!;
    assert.ok(Math.abs(numberIn(first) - causes[0]!.seconds) < 6e-3 * causes[0]!.seconds);
    assert.deepEqual(await tab.accessibilityProblems(), []);

    await tab.click("[aria-labelledby=waits-title] .entry a >> nth=1");
    assert.match(tab.hash, /#1\/explorer\?metric=\w+&path=\d+/);
    await tab.back();
    await tab.click("[aria-labelledby=instances-title] tbody a >> nth=0");
    const longest = instances.reduce((a, b) => (b.amount > a.amount ? b : a));
    const place = new URLSearchParams(tab.hash.split("?")[1]);
    assert.ok(Number(place.get("from")) <= longest.begin && Number(place.get("to")) >= longest.end);
    assert.equal(Number(place.get("location")), longest.location);
  });
});

test("nothing keeps anybody out: accessibility in all looks", async () => {
  const report = generated("halo2d", "--ranks", 4, "--events", 400);
  for (const look of [{ colorScheme: "light" }, { colorScheme: "dark" }, { forcedColors: "active" }] as const) {
    await withReport(
      report,
      "#1/start",
      async (tab) => {
        for (const hash of ["#1/start", "#1/explorer", "#1/explorer?metric=mpi_latesender&path=0&part=rank-1", "#1/explorer?system=spread&profile=flat", "#1/explorer?system=grid&about=source"]) {
          await tab.show(hash);
          assert.deepEqual(await tab.accessibilityProblems(), [], `${hash} ${JSON.stringify(look)}`);
        }
        await tab.press("?");
        assert.deepEqual(await tab.accessibilityProblems(), []);
      },
      look,
    );
  }
});

test("panes are made larger and smaller", async () => {
  const made: Made = { metrics: [kTime], paths: [{ name: "main", parent: -1 }], ranks: 1, value: () => 1 };
  await withReport(madeReport(made), "#1/explorer", async (tab) => {
    const width = async () => (await tab.page.locator("[aria-labelledby=metrics-title]").boundingBox())!.width;
    const before = await width();
    const bar = tab.page.getByRole("separator", { name: "Width of the metrics" });
    await bar.focus();
    await tab.press("ArrowRight");
    assert.ok(Math.abs((await width()) - before - 0.02 * 1280) < 2);
    const box = (await bar.boundingBox())!;
    await tab.page.mouse.move(box.x + 2, box.y + 100);
    await tab.page.mouse.down();
    await tab.page.mouse.move(box.x + 102, box.y + 100);
    await tab.page.mouse.up();
    await tab.idle();
    assert.ok(Math.abs((await width()) - before - 0.02 * 1280 - 100) < 6);
  });
});
