// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

// Statistics of small traces, derived by hand, and of generated ones, which are what `latecomer show` says.

import assert from "node:assert/strict";
import { readFileSync, rmSync, writeFileSync } from "node:fs";
import path from "node:path";
import { after, test } from "node:test";
import { type Look, Tab, closeBrowser } from "../support/browser";
import { Server, analyzed, generated, latecomer } from "../support/latecomer";

const servers = new Map<string, Server>(); ///< of reports

after(async () => {
  await closeBrowser();
  await Promise.all([...servers.values()].map((each) => each.end()));
});

async function open(report: string, hash = "#1/statistics", look: Look = {}): Promise<Tab> {
  const server = servers.get(report) ?? (await Server.start(report));
  servers.set(report, server);
  const tab = await Tab.open(server.url, look);
  await tab.show(hash);
  return tab;
}

/**
 * A delays B by 3, and B delays C by 2. Computation: A 5, B 2, C 4; point-to-point: A 1, B 4, C 2. The run takes 6.
 * In [4, 6]: A computes 1 and sends 1; B receives 2, of which it waits 1; C receives 2, waiting.
 */
const kPropagation = `
rank 0
  0..2   f
  2..5   g
  5..6   MPI_Send  send to=1 bytes=1000
rank 1
  0..1   f
  1..2   h
  2..6   MPI_Recv  recv from=0 bytes=1000
  6..6   MPI_Send  send to=2 bytes=8
rank 2
  0..1.5 f
  1.5..3 g
  3..4   h
  4..6   MPI_Recv  recv from=1 bytes=8
`;
let propagation = "";
const propagationReport = () => (propagation ||= analyzed(kPropagation));

/** The texts of a table's cells, by the text of the first in each row. */
async function tableOf(tab: Tab, caption: string): Promise<Record<string, string[]>> {
  const rows = await tab.page.locator("table", { has: tab.page.locator(`caption:text-is("${caption}")`) }).locator("tbody tr").all();
  const found: Record<string, string[]> = {};
  for (const row of rows) {
    const [name, ...cells] = await row.locator("th, td").allInnerTexts();
    found[name!.trim()] = cells.map((each) => each.trim());
  }
  return found;
}

test("states of the whole run and of a window", async () => {
  const tab = await open(propagationReport());
  assert.deepEqual(await tableOf(tab, "Time by state"), {
    Computation: ["11.0 s", "61.1 %", "", ""],
    "MPI point-to-point": ["7.00 s", "38.9 %", "", "5.00 s"],
    All: ["18.0 s", "100.0 %", "", "5.00 s"],
  });
  assert.deepEqual(await tableOf(tab, "Waiting by kind"), { "Late Sender": ["5.00 s", "27.8 %", ""] });
  assert.deepEqual(await tab.accessibilityProblems(), []);
  await tab.screenshot("stats-states");

  await tab.show("#1/statistics?from=4&to=6");
  assert.deepEqual(await tableOf(tab, "Time by state"), {
    "MPI point-to-point": ["5.00 s", "83.3 %", "", "3.00 s"],
    Computation: ["1.00 s", "16.7 %", "", ""],
    All: ["6.00 s", "100.0 %", "", "3.00 s"],
  });
  // B alone: it waits until 5.
  await tab.show("#1/statistics?from=4&to=6&part=rank-1");
  assert.deepEqual(await tableOf(tab, "Time by state"), { "MPI point-to-point": ["2.00 s", "100.0 %", "", "1.00 s"], All: ["2.00 s", "100.0 %", "", "1.00 s"] });
  await tab.close();
});

test("the window and the part are chosen here, and are what the URL says", async () => {
  const tab = await open(propagationReport());
  await tab.page.fill("input.st-time >> nth=0", "4");
  await tab.page.keyboard.press("Tab");
  await tab.idle();
  assert.equal(tab.hash, "#1/statistics?from=4");
  await tab.page.selectOption(".st-header select", "rank-0");
  await tab.idle();
  assert.equal(tab.hash, "#1/statistics?part=rank-0&from=4");
  assert.deepEqual(Object.keys(await tableOf(tab, "Time by state")), ["Computation", "MPI point-to-point", "All"]);
  await tab.click("text=This window on the timeline");
  assert.match(tab.hash, /^#1\/timeline\?.*from=4/);
  await tab.back();
  await tab.click("text=Whole run");
  assert.equal(tab.hash, "#1/statistics?part=rank-0");
  await tab.close();
});

test("functions and call paths are sorted by any column", async () => {
  const tab = await open(propagationReport(), "#1/statistics?about_time=functions");
  // f 2 + 1 + 1.5, g 3 + 1.5, h 1 + 1.
  assert.deepEqual(await tableOf(tab, "Time by function"), {
    MPI_Recv: ["6.00 s", "33.3 %", "", "6.00 s", "33.3 %"],
    f: ["4.50 s", "25.0 %", "", "4.50 s", "25.0 %"],
    g: ["4.50 s", "25.0 %", "", "4.50 s", "25.0 %"],
    h: ["2.00 s", "11.1 %", "", "2.00 s", "11.1 %"],
    MPI_Send: ["1.00 s", "5.6 %", "", "1.00 s", "5.6 %"],
  });
  await tab.click(".sort-head >> text=Function");
  assert.deepEqual(Object.keys(await tableOf(tab, "Time by function")), ["f", "g", "h", "MPI_Recv", "MPI_Send"]);
  assert.deepEqual(await tab.page.locator("th[aria-sort]").getAttribute("aria-sort"), "ascending");
  await tab.page.focus(".sort-head >> text=With callees");
  await tab.press("Enter");
  assert.deepEqual((await tab.page.locator("tbody th").allInnerTexts())[0], "MPI_Recv");
  await tab.press("/");
  await tab.page.keyboard.type("mpi");
  assert.deepEqual(Object.keys(await tableOf(tab, "Time by function")), ["MPI_Recv", "MPI_Send"]);
  assert.deepEqual(await tab.accessibilityProblems(), []);
  await tab.click("#st-tab-paths");
  assert.equal(Object.keys(await tableOf(tab, "Time by call path")).length, 5);
  await tab.screenshot("stats-paths");
  await tab.close();
});

test("over time: shares and efficiencies of parts of the window", async () => {
  const tab = await open(propagationReport(), "#1/statistics?about_time=course");
  assert.match((await tab.texts(".st-legend")).join(" ").replace(/\s+/g, " "), /Late Sender 27\.8 %.*MPI point-to-point 11\.1 %.*Computation 61\.1 %/);
  await tab.screenshot("stats-course");
  // The second half second: all three compute.
  await tab.page.focus(".st-chart >> nth=0");
  await tab.press("Home");
  assert.match((await tab.page.getAttribute(".st-chart >> nth=0", "aria-valuetext"))!, /^0 s to 0\.03 s: Computation 100\.0 %/);
  assert.match((await tab.page.getAttribute(".st-chart >> nth=1", "aria-valuetext"))!, /Parallel efficiency 100\.0 %, Load balance 100\.0 %, Communication efficiency 100\.0 %$/);
  // The last one: A sends, B and C receive; nobody computes.
  await tab.press("End");
  assert.match((await tab.page.getAttribute(".st-chart >> nth=0", "aria-valuetext"))!, /MPI point-to-point 66\.7 %, Late Sender 33\.3 %/);
  assert.match((await tab.page.getAttribute(".st-chart >> nth=1", "aria-valuetext"))!, /Parallel efficiency 0\.0 %, Load balance no computation/);
  await tab.screenshot("stats-course-end");
  await tab.click("summary");
  await tab.idle();
  assert.equal((await tab.page.locator(".st-details tbody tr").count()), 100);
  assert.deepEqual(await tab.accessibilityProblems(), []);
  // A drag chooses a window.
  const box = (await tab.page.locator(".st-chart .u-over >> nth=0").boundingBox())!;
  await tab.page.mouse.move(box.x + box.width / 4, box.y + 50);
  await tab.page.mouse.down();
  await tab.page.mouse.move(box.x + box.width / 2, box.y + 50, { steps: 4 });
  await tab.page.mouse.up();
  await tab.idle();
  const given = new URLSearchParams(tab.hash.split("?")[1]);
  assert.ok(Math.abs(Number(given.get("from")) - 1.5) < 0.02 && Math.abs(Number(given.get("to")) - 3) < 0.02, tab.hash);
  await tab.close();
});

/** Rank 1 waits in one operation after another for rank 0, which works before each, but for the synchronous send. */
const kManyKinds = `
rank 0
${["Barrier", "Allreduce", "Bcast"].map((op, i) => `  ${2 * i}..${2 * i + 1}  work\n  ${2 * i + 1}..${2 * i + 2}  MPI_${op}  ${op.toLowerCase()}`).join("\n")}
  6..7    work
  7..8    MPI_Send      send to=1
  8..9    work
  9..10   MPI_Reduce    reduce root=1
  10..13  MPI_Ssend     send to=1
  13..14  work
  14..15  MPI_Scan      scan
  15..16  work
  16..18  MPI_Comm_dup  comm_create comm=world
  18..19  MPI_Finalize  destroy_handle
rank 1
${["Barrier", "Allreduce", "Bcast"].map((op, i) => `  ${2 * i}..${2 * i + 2}  MPI_${op}  ${op.toLowerCase()}`).join("\n")}
  6..8    MPI_Recv      recv from=0
  8..10   MPI_Reduce    reduce root=1
  10..12  work
  12..13  MPI_Recv      recv from=0
  13..15  MPI_Scan      scan
  15..19  MPI_Finalize  destroy_handle
`;

test("a legend with many lines scrolls, by keys as well", async () => {
  const tab = await open(analyzed(kManyKinds), "#1/statistics?about_time=course");
  const legend = tab.page.locator(".st-legend").first();
  const hidden = () => legend.evaluate((element) => element.scrollHeight - element.clientHeight);
  assert.ok((await hidden()) > 0, `${await legend.innerText()}`);
  assert.deepEqual(await tab.accessibilityProblems(), []);
  await legend.focus();
  await tab.press("End");
  assert.ok((await legend.evaluate((element) => element.scrollTop)) > 0);
  await tab.close();
});

/** A copy of a report in which a region is a phase, as programs mark them when they are recorded. */
function withPhase(report: string, region: string): string {
  const copy = path.join(path.dirname(report), "phase.cubex");
  const marked = readFileSync(report, "latin1").replace(new RegExp(`(<name>${region}</name>[^]*?<role>)function</role>`), "$1phase</role>   ");
  writeFileSync(copy, marked, "latin1");
  return copy;
}

test("phases, as latecomer show has them", async () => {
  // `g` is 3 of A and 1.5 of C; nobody waits in it. B's and C's waiting of 5 in all is caused there: A's g delays B by 3.
  const report = withPhase(analyzed(kPropagation), "g");
  const tab = await open(report, "#1/statistics?about_time=course");
  const [phase] = (JSON.parse(latecomer("show", report, "--json")) as { phases: { caused: number; parallel_efficiency: number }[] }).phases;
  const row = (await tableOf(tab, "Phases"))["g"]!;
  assert.deepEqual(row.slice(0, 4), ["2", "3.00 s", "4.50 s", "0 s"]);
  assert.equal(row[4], `${phase!.caused.toPrecision(3)} s`);
  assert.equal(row[5], `${(100 * phase!.parallel_efficiency).toFixed(1)} %`);
  await tab.screenshot("stats-phases");
  await tab.close();
});

test("messages: matrix, pairs and sizes", async () => {
  const tab = await open(propagationReport(), "#1/statistics?about_time=messages");
  assert.deepEqual(await tableOf(tab, "Messages by sender and receiver"), { "rank 0": ["rank 1", "1", "1.00 kB", "1.00 kB"], "rank 1": ["rank 2", "1", "8 B", "8 B"] });
  const sizes = await tableOf(tab, "Messages by size");
  assert.deepEqual(sizes["8 – 15 B"], ["1", "50.0 %", "", "8 B", ""]);
  assert.deepEqual(sizes["512 – 1,023 B"], ["1", "50.0 %", "", "1.00 kB", ""]);
  assert.equal(Object.keys(sizes).length, 7);
  await tab.page.focus(".st-matrix");
  assert.equal((await tab.texts("#st-matrix-said"))[0], "From rank 0 to rank 1: 1 message, 1.00 kB");
  await tab.press("ArrowDown");
  assert.equal((await tab.texts("#st-matrix-said"))[0], "From rank 1 to rank 1: no messages");
  await tab.press("ArrowRight");
  assert.equal((await tab.texts("#st-matrix-said"))[0], "From rank 1 to rank 2: 1 message, 8 B");
  await tab.screenshot("stats-messages");
  assert.deepEqual(await tab.accessibilityProblems(), []);
  await tab.press("Enter");
  assert.match(tab.hash, /^#1\/timeline\?row=2/);
  await tab.close();
});

const kNested = `
rank 0
  0  enter main
  1  enter a
  2..5 b
  6  leave a
  6..8 b
  10 leave main
`;

test("flame graph: widths, keys, zoom", async () => {
  const tab = await open(analyzed(kNested), "#1/statistics?about_time=flame");
  const said = async () => (await tab.texts("#st-flame-said"))[0];
  assert.equal(await said(), "All threads: 10.0 s (100.0 %)");
  await tab.page.focus(".st-flame");
  await tab.press("ArrowDown");
  assert.equal(await said(), "main: 10.0 s (100.0 %), 3.00 s of it itself");
  await tab.press("ArrowDown");
  assert.equal(await said(), "main/a: 5.00 s (50.0 %), 2.00 s of it itself");
  await tab.press("ArrowRight");
  assert.equal(await said(), "main/b: 2.00 s (20.0 %), 2.00 s of it itself");
  // main/a is half as wide; the pointer reads, a click zooms.
  const box = (await tab.page.locator(".st-flame").boundingBox())!;
  await tab.page.mouse.move(box.x + 0.49 * box.width, box.y + 50);
  await tab.idle();
  assert.equal(await said(), "main/a: 5.00 s (50.0 %), 2.00 s of it itself");
  await tab.screenshot("stats-flame");
  await tab.page.mouse.click(box.x + 0.49 * box.width, box.y + 50);
  await tab.idle();
  assert.match(tab.hash, /root=1/);
  await tab.page.mouse.move(box.x + 0.59 * box.width, box.y + 70); // b has 3 of a's 5 now
  await tab.idle();
  assert.equal(await said(), "main/a/b: 3.00 s (30.0 %), 3.00 s of it itself");
  await tab.press("Escape");
  assert.match(tab.hash, /root=0/);
  assert.deepEqual(await tab.accessibilityProblems(), []);
  await tab.close();
});

test("a run without messages, with one location, and an empty one say so", async () => {
  const nested = analyzed(kNested);
  let tab = await open(nested, "#1/statistics?about_time=messages");
  assert.match((await tab.texts(".message")).join(), /^No point-to-point message/);
  await tab.show("#1/statistics");
  assert.match((await tab.texts(".st-page")).join(), /No thread waited for another one here/);
  await tab.show("#1/statistics?about_time=course");
  assert.equal(await tab.page.locator(".st-chart").count(), 2);
  await tab.close();
  tab = await open(analyzed("rank 0\nrank 1\n"), "#1/statistics");
  assert.match((await tab.texts(".message")).join(), /^(There are no statistics|Nothing was recorded)/);
  assert.deepEqual(await tab.accessibilityProblems(), []);
  await tab.close();
});

test("what levels of detail do not distinguish is said to be so", async () => {
  const report = generated("halo2d", "--ranks", 4, "--events", 200_000, "--functions", 4, "--depth", 3);
  rmSync(path.join(path.dirname(report), "traces"), { recursive: true });
  rmSync(path.join(path.dirname(report), "traces.def"));
  const tab = await open(report, "#1/statistics?from=0&to=0.001");
  const unknown = (await tableOf(tab, "Time by state"))["Not distinguished"]!;
  assert.ok(parseFloat(unknown[1]!) > 1);
  assert.match((await tab.texts(".st-notes")).join(), new RegExp(`${unknown[1]!.replace(".", "\\.")} of the time is in activities so short`));
  await tab.show("#1/statistics?from=0&to=0.001&about_time=course");
  await tab.page.focus(".st-chart >> nth=1");
  await tab.press("End");
  assert.match((await tab.page.getAttribute(".st-chart >> nth=1", "aria-valuetext"))!, /Parallel efficiency [\d.]+ – [\d.]+ %, Load balance not known/);
  await tab.screenshot("stats-not-told-apart");
  // Of the whole run the report has all sums.
  await tab.show("#1/statistics");
  assert.equal((await tableOf(tab, "Time by state"))["Not distinguished"], undefined);
  await tab.close();
});

test("names from a trace are text", async () => {
  const evil = "<img onerror=alert(1) src=x>";
  const tab = await open(analyzed(`rank 0\n  0..2 "${evil}"\n`), "#1/statistics?about_time=functions");
  assert.deepEqual(Object.keys(await tableOf(tab, "Time by function")), [evil]);
  assert.equal(await tab.page.locator("img").count(), 0);
  for (const page of ["paths", "flame"]) {
    await tab.show(`#1/statistics?about_time=${page}`);
    assert.deepEqual(Object.keys(await tableOf(tab, "Time by call path")), [evil]);
  }
  await tab.close();
});

test("dark, and in the system's colours", async () => {
  const looks: readonly [string, Look][] = [
    ["dark", { colorScheme: "dark" }],
    ["forced", { forcedColors: "active" }],
    ["small", { width: 640, height: 700 }],
  ];
  for (const [name, look] of looks) {
    const tab = await open(propagationReport(), "#1/statistics", look);
    for (const page of ["states", "course", "messages", "flame"]) {
      await tab.show(`#1/statistics?about_time=${page}`);
      assert.deepEqual(await tab.accessibilityProblems(), []);
      await tab.screenshot(`stats-${name}-${page}`);
    }
    await tab.close();
  }
});

interface Summary {
  readonly time: number;
  readonly time_shares: readonly { name: string; seconds: number; waiting: number; part: boolean }[];
  readonly efficiencies: { parallel: number; load_balance: number; communication: number };
}

test("the whole run's numbers are those of latecomer show", async () => {
  const report = generated("halo2d", "--ranks", 16, "--events", 4000);
  const tab = await open(report);
  const shown = JSON.parse(latecomer("show", report, "--json")) as Record<string, unknown>;
  const efficiencies = shown["efficiencies"] as Summary["efficiencies"];
  const summary = await tab.page.evaluate(async () => {
    const token = window.sessionStorage.getItem("latecomer.token");
    return (await fetch("api/v1/summary", { headers: { Authorization: `Bearer ${token}` } })).json() as Promise<unknown>;
  });
  const { time_shares: shares, time } = summary as Summary;
  const states = await tableOf(tab, "Time by state");
  for (const { name, seconds, part } of shares) {
    if (part) continue;
    assert.equal(states[name]?.[1], `${((100 * seconds) / time).toFixed(1)} %`, name);
  }
  await tab.screenshot("stats-halo-states");
  await tab.show("#1/statistics?about_time=course");
  await tab.screenshot("stats-halo-course");
  await tab.show("#1/statistics?about_time=messages");
  await tab.screenshot("stats-halo-messages");
  await tab.show("#1/statistics?about_time=flame");
  await tab.screenshot("stats-halo-flame");
  // One part of the window is the whole run.
  const whole = await tab.page.evaluate(async () => {
    const headers = { Authorization: `Bearer ${window.sessionStorage.getItem("latecomer.token")}` };
    const bytes = await (await fetch("api/v1/timeline/bins?bins=1", { headers })).arrayBuffer();
    const length = new DataView(bytes).getUint32(0, true);
    const at = Math.ceil((4 + length) / 8) * 8;
    return [...new Float64Array(bytes, at, 5)]; // begin, end, unknown, largest, largest possible
  });
  const [begin, end, unknown, largest] = whole;
  assert.equal(unknown, 0);
  assert.ok(Math.abs(largest! / (end! - begin!) - efficiencies.communication) < 1e-6);
  await tab.close();
});
