// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

// Timelines of the traces of tests/cases, whose waits and causes are derived there by hand. Cases are of 1,000,000
// ticks a second.

import assert from "node:assert/strict";
import { readFileSync, rmSync } from "node:fs";
import path from "node:path";
import { after, test } from "node:test";
import { type Look, Tab, closeBrowser } from "../support/browser";
import { Server, analyzed, generated, latecomer } from "../support/latecomer";

const servers = new Map<string, Server>(); ///< of reports
const reports = new Map<string, string>();

after(async () => {
  await closeBrowser();
  await Promise.all([...servers.values()].map((each) => each.end()));
});

/** The report of a case, made once. */
function reportOf(name: string): string {
  let report = reports.get(name);
  if (report === undefined) reports.set(name, (report = analyzed(readFileSync(path.resolve("tests", "cases", `${name}.case`), "utf8"))));
  return report;
}

async function open(report: string, hash = "#1/timeline", look: Look = {}): Promise<Tab> {
  const server = servers.get(report) ?? (await Server.start(report));
  servers.set(report, server);
  const tab = await Tab.open(server.url, look);
  await tab.show(hash);
  return tab;
}

const lines = (tab: Tab) => tab.page.evaluate(() => window.latecomer.timeline().lines());
const view = (tab: Tab) => tab.page.evaluate(() => window.latecomer.timeline().view);

async function pointAt(tab: Tab, location: number, seconds: number): Promise<{ x: number; y: number }> {
  const at = await tab.page.evaluate(([l, s]) => window.latecomer.timeline().positionOf(l!, s!), [location, seconds]);
  const box = (await tab.page.locator(".tl-area").boundingBox())!;
  return { x: box.x + at.x, y: box.y + at.y };
}

async function clickAt(tab: Tab, location: number, seconds: number): Promise<void> {
  const { x, y } = await pointAt(tab, location, seconds);
  await tab.page.mouse.click(x, y);
  await tab.idle();
}

/** What is at a point of the picture. */
async function at(tab: Tab, location: number, seconds: number): Promise<string> {
  return tab.page.evaluate(
    ([l, s]) => {
      const timeline = window.latecomer.timeline();
      const { x, y } = timeline.positionOf(l!, s!);
      return timeline.at(x, y);
    },
    [location, seconds],
  );
}

async function facts(tab: Tab): Promise<Record<string, string>> {
  const names = await tab.texts(".tl-panel .tl-facts dt");
  const values = await tab.texts(".tl-panel .tl-facts dd");
  return Object.fromEntries(names.map((name, i) => [name, values[i]!]));
}

const panel = async (tab: Tab) => (await tab.texts(".tl-panel")).join().replace(/\s+/g, " ");

test("E1: boxes, waits, messages and the chain of causes are where they were", async () => {
  const tab = await open(reportOf("e1_propagation"));
  // Rank 1: f 0-1, h 1-2, MPI_Recv 2-6, in which it waits until 5.
  assert.equal(await at(tab, 1, 0.5), "box f");
  assert.equal(await at(tab, 1, 1.5), "box h");
  assert.equal(await at(tab, 1, 2.5), "wait mpi_latesender");
  assert.equal(await at(tab, 1, 5.4), "box MPI_Recv");
  assert.deepEqual(
    (await lines(tab)).map(({ kind, from, to }) => [kind, from, to]).slice(0, 1),
    [["message", [0, "MPI_Send"], [1, "MPI_Recv"]]],
  );
  await tab.screenshot("timeline-e1");

  await clickAt(tab, 2, 4.5);
  assert.equal(new URLSearchParams(tab.hash.split("?")[1]).get("pick"), "wait-2-0");
  assert.deepEqual(await facts(tab), {
    Location: "rank 2",
    "Call path": "MPI_Recv",
    Begin: "4 s",
    Waited: "2 s",
    "Waited for": "rank 1",
    Direct: "500 ms (25.0 %)",
    Indirect: "1.5 s (75.0 %)",
    "Caused further on": "0 s",
  });
  // R3's processing is a quarter of it; of the rest, 1.5, a quarter is A's f and three quarters its g.
  const told = await panel(tab);
  assert.match(told, /25\.0 % MPI_Recv on rank 1: 500 ms, of 1 s that it took longer/);
  assert.match(told, /1\.5 s ?because Late Sender, rank 1 had waited 3 s itself, for rank 0/);
  assert.match(told, /25\.0 % f on rank 0: 750 ms, of 1 s/);
  assert.match(told, /75\.0 % g on rank 0: 2\.25 s, of 3 s/);
  assert.match((await tab.texts(".tl-area [role=status]")).join(), /Late Sender\. Location: rank 2/);
  await tab.screenshot("timeline-e1-causes");
  assert.deepEqual(await tab.accessibilityProblems(), []);

  // What A's g made wait: B, directly, and C through it.
  await clickAt(tab, 0, 3);
  assert.equal((await facts(tab))["Length"], "3 s");
  assert.match(await panel(tab), /2 wait states of 5 s in all, 1 directly/);
  assert.match(await panel(tab), /Late Sender, rank 2 ?2 s ?through rank 1/);
  await tab.screenshot("timeline-e1-caused");
  await tab.close();
});

interface Instance {
  readonly metric: number;
  readonly location: number;
  readonly begin: number;
  readonly amount: number;
  readonly cause: { readonly location: number };
}

test("the numbers are those of latecomer show", async () => {
  for (const name of ["e1_propagation", "e3_probes_in_wrong_order"]) {
    const report = reportOf(name);
    const told = JSON.parse(latecomer("show", report, "--json")) as { instances: Instance[]; metrics: { name: string }[] };
    const tab = await open(report);
    assert.ok(told.instances.length >= 2);
    for (const { metric, location, begin, amount, cause } of told.instances) {
      await clickAt(tab, location, begin + amount / 7);
      const shown = await facts(tab);
      assert.ok((await tab.texts(".tl-panel h2")).join().endsWith(told.metrics[metric]!.name));
      assert.equal(shown["Location"], `rank ${location}`);
      assert.equal(shown["Begin"], `${begin} s`);
      assert.equal(shown["Waited"], `${amount} s`);
      assert.equal(shown["Waited for"], `rank ${cause.location}`);
    }
    await tab.close();
  }
});

test("E2: the critical path goes from A's sleep to B's and ends in C", async () => {
  const tab = await open(reportOf("e2_probes"), "#1/timeline?panel=path");
  const told: string[] = [];
  for (let i = 0; i < 3; ++i) {
    await tab.press("]");
    told.push(await tab.page.evaluate(() => window.location.hash));
  }
  assert.deepEqual(told.map((each) => /pick=(stretch-\d)/.exec(each)?.[1]), ["stretch-0", "stretch-1", "stretch-2"]);
  const rows = await tab.page.locator(".tl-panel tbody tr").allInnerTexts();
  assert.deepEqual(rows.map((row) => row.split("\t").slice(0, 2).map((each) => each.trim())).slice(0, 2), [["rank 0", "2.00 s"], ["rank 1", "1.00 s"]]);
  await tab.press("[");
  assert.match(tab.hash, /stretch-1/);
  // The view follows: from 0-0.5 to where the path is at 2.
  await tab.show("#1/timeline?from=0&to=0.5&panel=path");
  await tab.press("]", "]");
  assert.match(tab.hash, /stretch-1/);
  assert.deepEqual(await view(tab).then(({ from, to }) => [from, to]), [2_000_000, 2_500_000]);
  await tab.show("#1/timeline?panel=path");
  await tab.screenshot("timeline-e2-path");
  assert.deepEqual(await tab.accessibilityProblems(), []);
  await tab.close();
});

test("E3 and E4: each message ends where its receive is", async () => {
  const e3 = await open(reportOf("e3_probes_in_wrong_order"));
  const received = (await lines(e3)).filter(({ kind }) => kind === "message");
  // The sends take no time, so their lines begin where the next call does; so do the receives, which take the messages
  // right after the probes that waited for them.
  assert.deepEqual(received.map(({ from }) => from).sort(), [[1, "MPI_Finalize"], [2, "MPI_Finalize"], [3, "MPI_Finalize"]]);
  for (const { to } of received) assert.deepEqual(to, [0, "MPI_Probe"]);
  await e3.close();

  const e4 = await open(reportOf("e4_two_points_of_one_send"));
  assert.equal(await at(e4, 1, 0.5), "wait mpi_latesender_probe");
  assert.equal(await at(e4, 0, 2), "wait mpi_latereceiver");
  assert.deepEqual((await lines(e4)).filter(({ kind }) => kind === "message").map(({ from }) => from), [[0, "MPI_Ssend"]]);
  await clickAt(e4, 0, 2);
  assert.match(await panel(e4), /100\.0 % sleep2 on rank 1: 2 s/);
  await e4.screenshot("timeline-e4");
  await e4.close();
});

// The message is sent at 2, seen by the probe then, and received at 4 after other work.
const kProbed = `
rank 0
  0..2     work
  2..2.5   MPI_Send   send to=1 bytes=80
  2.5..5   work
rank 1
  0..2.5   MPI_Probe  probe from=0
  2.5..3.5 compute
  3.5..4   MPI_Recv   recv from=0 bytes=80
  4..5     compute
`;

test("a message that was probed has a line to the probe that saw it, and one to its receive", async () => {
  const tab = await open(analyzed(kProbed));
  assert.deepEqual((await lines(tab)).map(({ kind, from, to, bytes }) => [kind, from, to, bytes]), [
    ["probe", [0, "MPI_Send"], [1, "MPI_Probe"], 80],
    ["message", [0, "MPI_Send"], [1, "MPI_Recv"], 80],
  ]);
  // In the middle of the probe's line, where the message's is not any more.
  const [from, to] = [await pointAt(tab, 0, 2), await pointAt(tab, 1, 2.5)];
  await tab.page.mouse.click((from.x + to.x) / 2, (from.y + to.y) / 2);
  await tab.idle();
  assert.match(tab.hash, /pick=probe-1-2500000-0-2\d+/);
  const told = await facts(tab);
  assert.deepEqual([told["From"], told["Probed by"], told["Size"]], ["rank 0", "rank 1", "80 B"]);
  assert.match(told["Call path"]!, /MPI_Probe/);
  await tab.screenshot("timeline-probe");
  // A link to it works, and without messages it is not drawn either.
  await tab.show(tab.hash);
  assert.equal((await facts(tab))["Probed by"], "rank 1");
  await tab.show("#1/timeline?hide=messages");
  assert.deepEqual(await lines(tab), []);
  await tab.close();
});

// Two partitions that become ready at 1 and 2, of which the receiver sees the first arrive and the second one only
// when all is complete: lines end where arrival was observed, else where the receive was completed.
const kPartitions = `
rank 0
  0..0    MPI_Psend_init  psend_init to=1 request=1 partitions=2 bytes=8
  0..0    MPI_Start       psend_request request=1
  0..1    work
  1..1.2  MPI_Pready      pready request=1 partition=0
  1.2..2  work
  2..2.2  MPI_Pready      pready request=1 partition=1
  2.2..3  MPI_Wait        psend_complete request=1
rank 1
  0..0    MPI_Precv_init  precv_init from=0 request=1 partitions=2 bytes=8
  0..0    MPI_Start       precv_request request=1
  0..1.4  work
  1.4..1.6 MPI_Parrived   parrived request=1 partition=0
  1.6..1.8 compute
  1.8..3  MPI_Wait        precv_complete request=1
`;

test("a line for each partition ends where its data was seen to be there", async () => {
  const tab = await open(analyzed(kPartitions));
  const transfers = (await lines(tab)).filter(({ kind }) => kind === "transfer");
  assert.deepEqual(transfers.map(({ from, to, bytes }) => [from, to, bytes]), [
    [[0, "MPI_Pready"], [1, "MPI_Parrived"], 4],
    [[0, "MPI_Pready"], [1, "MPI_Wait"], 4],
  ]);
  const { x, y } = await pointAt(tab, 0, 1);
  const to = await pointAt(tab, 1, 1.6);
  await tab.page.mouse.move(x + (to.x - x) * 0.7, y + (to.y - y) * 0.7);
  await tab.idle();
  assert.match((await tab.texts(".tl-tooltip")).join(), /Seen to have arrived/);
  await tab.screenshot("timeline-partitions");
  await tab.close();
});

/**
 * Six bytes in so many partitions of a send and of a receive. Partition i of the send is ready in ready_i, after i + 1;
 * the receiver looks for its partition j in arrived_j, after 5 + j, if it does.
 */
function partitionedTrace(sent: number, received: number, looks: readonly boolean[]): string {
  const call = (begin: number, name: string, what: string) => `  ${begin}..${begin + 0.5}  ${name}  ${what}\n  ${begin + 0.5}..${begin + 1}  work\n`;
  const ready = Array.from({ length: sent }, (_, i) => call(i + 1, `ready_${i}`, `pready request=1 partition=${i}`));
  const arrived = looks.map((isLooking, j) => (isLooking ? call(j + 5, `arrived_${j}`, `parrived request=1 partition=${j}`) : `  ${j + 5}..${j + 6}  work\n`));
  return `
rank 0
  0..0  MPI_Psend_init  psend_init to=1 request=1 partitions=${sent} bytes=6
  0..0  MPI_Start       psend_request request=1
  0..1  work
${ready.join("")}  9..10  MPI_Wait      psend_complete request=1
rank 1
  0..0  MPI_Precv_init  precv_init from=0 request=1 partitions=${received} bytes=6
  0..0  MPI_Start       precv_request request=1
  0..5  work
${arrived.join("")}  9..10  MPI_Wait      precv_complete request=1
`;
}

const kPartitionings: readonly (readonly [string, string, readonly (readonly [string, string, number])[]])[] = [
  ["as many", partitionedTrace(3, 3, [true, true, true]), [["ready_0", "arrived_0", 2], ["ready_1", "arrived_1", 2], ["ready_2", "arrived_2", 2]]],
  ["more of the receive", partitionedTrace(2, 3, [true, true, true]), [["ready_0", "arrived_0", 2], ["ready_0", "arrived_1", 1], ["ready_1", "arrived_1", 1], ["ready_1", "arrived_2", 2]]],
  ["more of the send", partitionedTrace(3, 2, [true, true]), [["ready_0", "arrived_0", 2], ["ready_1", "arrived_0", 1], ["ready_1", "arrived_1", 1], ["ready_2", "arrived_1", 2]]],
  ["one that nobody looked for", partitionedTrace(3, 2, [true, false]), [["ready_0", "arrived_0", 2], ["ready_1", "MPI_Wait", 1], ["ready_1", "arrived_0", 1], ["ready_2", "MPI_Wait", 2]]],
];

for (const [name, trace, expected] of kPartitionings) {
  test(`partitions of a send and a receive: ${name}`, async () => {
    const tab = await open(analyzed(trace));
    const transfers = (await lines(tab)).filter(({ kind }) => kind === "transfer").map(({ from, to, bytes }) => [from, to, bytes] as const);
    assert.deepEqual(new Set(transfers.map(([from, to]) => `${from[0]} ${to[0]}`)), new Set(["0 1"]));
    assert.deepEqual(transfers.map(([from, to, bytes]) => [from[1], to[1], bytes]).sort(), expected);
    await tab.screenshot(`timeline-partitions-${name.replaceAll(" ", "-")}`);
    await tab.close();
  });
}

test("zoom and pan by keys, wheel, drag and links, and back undoes them", async () => {
  const tab = await open(reportOf("e1_propagation"));
  const whole = await view(tab);
  assert.deepEqual([whole.from, whole.to], [0, 6_000_000]);
  await tab.press("w");
  assert.deepEqual(await view(tab).then(({ from, to }) => [from, to]), [1_500_000, 4_500_000]);
  assert.match(tab.hash, /from=1\.5&to=4\.5/);
  await tab.press("d");
  assert.deepEqual(await view(tab).then(({ from, to }) => [from, to]), [2_250_000, 5_250_000]);
  await tab.press("0");
  assert.deepEqual(await view(tab).then(({ from, to }) => [from, to]), [0, 6_000_000]);
  await tab.back();
  assert.deepEqual(await view(tab).then(({ from, to }) => [from, to]), [2_250_000, 5_250_000]);
  await tab.forward();

  // The time under the pointer stays there.
  const point = await pointAt(tab, 0, 2);
  await tab.page.mouse.move(point.x, point.y);
  await tab.page.mouse.wheel(0, -400);
  await tab.idle();
  const nearer = await view(tab);
  assert.ok(nearer.to - nearer.from < 4_000_000);
  assert.ok(Math.abs((await pointAt(tab, 0, 2)).x - point.x) < 0.5);
  await tab.press("0");

  const [a, b] = [await pointAt(tab, 0, 3), await pointAt(tab, 0, 4)];
  await tab.page.mouse.move(a.x, a.y);
  await tab.page.mouse.down();
  await tab.page.mouse.move((a.x + b.x) / 2, a.y);
  await tab.page.mouse.move(b.x, b.y);
  await tab.page.mouse.up();
  await tab.idle();
  const dragged = await view(tab);
  assert.ok(Math.abs(dragged.from - 3_000_000) < 10_000 && Math.abs(dragged.to - 4_000_000) < 10_000);
  await tab.close();
});

test("a window of one tick is drawn", async () => {
  const tab = await open(reportOf("e1_propagation"), "#1/timeline?from=4.999999&to=5.000001");
  assert.deepEqual(await view(tab).then(({ from, to }) => [from, to]), [4_999_999, 5_000_001]);
  assert.equal(await at(tab, 0, 4.9999995), "box g"); // rank 0 calls MPI_Send at 5
  assert.equal(await at(tab, 1, 4.9999995), "wait mpi_latesender");
  for (let i = 0; i < 5; ++i) await tab.press("w");
  assert.equal(await view(tab).then(({ from, to }) => to - from), 1);
  await tab.screenshot("timeline-one-tick");
  await tab.close();
});

test("keys go from activity to activity, and a table has the same numbers", async () => {
  const tab = await open(reportOf("e1_propagation"), "#1/timeline?panel=table");
  const rows = (await tab.page.locator(".tl-panel tbody tr").allInnerTexts()).map((row) => row.split("\t").map((each) => each.trim()));
  assert.deepEqual(rows.slice(0, 3), [["rank 0", "f", "0 s", "2.00 s"], ["rank 0", "g", "2 s", "3.00 s"], ["rank 0", "MPI_Send", "5 s", "1.00 s"]]);
  assert.ok(rows.some((row) => row.join() === "rank 1,Late Sender wait state, for rank 0,2 s,3.00 s"));
  assert.deepEqual(await tab.accessibilityProblems(), []);
  await tab.page.focus(".tl-area");
  const told = async () => /^(.*?)\. Location: (rank \d)/.exec((await tab.texts(".tl-area [role=status]")).join())?.slice(1);
  await tab.press("ArrowRight");
  assert.deepEqual(await told(), ["f", "rank 0"]);
  await tab.press("ArrowRight");
  assert.deepEqual(await told(), ["g", "rank 0"]);
  await tab.press("ArrowDown");
  assert.deepEqual(await told(), ["MPI_Recv", "rank 1"]);
  await tab.press("ArrowLeft");
  assert.deepEqual(await told(), ["h", "rank 1"]);
  await tab.press("Enter");
  const { from, to } = await view(tab);
  assert.ok(from > 0 && from < 1_000_000 && to > 2_000_000 && to < 3_000_000);
  await tab.close();
});

test("a function is found, activity by activity", async () => {
  const tab = await open(reportOf("e1_propagation"));
  await tab.press("/");
  await tab.page.keyboard.type("recv");
  await tab.idle();
  assert.match((await tab.texts(".tl-count")).join(), /2 activities in view/);
  await tab.press("Enter");
  assert.match(tab.hash, /pick=call-1-/);
  await tab.press("Enter");
  assert.match(tab.hash, /pick=call-2-/);
  await tab.screenshot("timeline-search");
  await tab.close();
});

test("names from a trace are text", async () => {
  const tab = await open(analyzed('rank 0\n  0..1 "<img onerror=alert(1) src=x:>"\n  1..2 work\n'), "#1/timeline?panel=table");
  assert.ok((await tab.texts(".tl-panel tbody tr")).some((row) => row.includes("<img onerror=")), (await tab.texts(".tl-panel tbody tr")).join());
  assert.equal(await tab.page.locator("img").count(), 0);
  await clickAt(tab, 0, 0.5);
  assert.match(await panel(tab), /./);
  await tab.close();
});

test("a thread's calls are a flame chart: from callers to callees", async () => {
  const tab = await open(generated("halo2d", "--ranks", 60, "--events", 20000, "--functions", 2, "--depth", 3));
  await tab.show("#1/timeline?from=0.0001&to=0.0002");
  await clickAt(tab, 5, 0.00015);
  await tab.page.getByRole("button", { name: "Flame chart of rank 5" }).click();
  await tab.idle();
  assert.equal((await view(tab)).firstRow, 5);
  // Down the row, at the time that was clicked: the names of the call path, from where paths differ on.
  const { x } = await pointAt(tab, 5, 0.00015);
  const box = (await tab.page.locator(".tl-area").boundingBox())!;
  const { top, bottom } = await tab.page.evaluate(() => {
    const timeline = window.latecomer.timeline();
    return { top: timeline.rowTop(5), bottom: timeline.rowTop(6) };
  });
  const names: string[] = [];
  let deepest = 0;
  for (let y = top + 4; y < bottom - 8; y += 4) {
    const found = await tab.page.evaluate(([left, down]) => window.latecomer.timeline().at(left!, down!), [x - box.x, y]);
    if (!found.startsWith("box ")) continue;
    if (found.slice(4) !== names.at(-1)) names.push(found.slice(4));
    deepest = y;
  }
  assert.ok(names.length >= 3, names.join());
  await tab.page.mouse.click(x, box.y + deepest);
  await tab.idle();
  const path = (await facts(tab))["Call path"]!.replace(/ \(.*?\)/g, "").split("/");
  assert.deepEqual(path.slice(-names.length), names);
  await tab.screenshot("timeline-flame-chart");
  // By a key as well.
  await tab.show("#1/timeline");
  await tab.press("c");
  assert.equal((await view(tab)).rowHeight, bottom - top);
  await tab.close();
});

test("threads are below their process, and groups collapse", async () => {
  const tab = await open(reportOf("omp_hybrid"), "#1/timeline", { colorScheme: "dark" });
  assert.equal(await tab.page.evaluate(() => window.latecomer.timeline().rows), 3);
  await tab.page.getByRole("button", { name: "rank 0: 2 locations" }).click();
  await tab.idle();
  assert.equal(await tab.page.evaluate(() => window.latecomer.timeline().rows), 2);
  assert.match((await tab.texts(".tl-labels")).join(), /thread 0 of 2/);
  await tab.screenshot("timeline-threads-dark");
  assert.deepEqual(await tab.accessibilityProblems(), []);
  await tab.close();
});

test("corrected clocks are marked", async () => {
  const tab = await open(reportOf("clocks_passed_on"));
  assert.ok(await tab.page.getByLabel("Corrected clocks").isChecked());
  await tab.screenshot("timeline-corrections");
  await tab.close();
});

test("10,000 rows scroll without gaps, in any height", async () => {
  const tab = await open(generated("ring", "--ranks", 10_000, "--iterations", 1));
  const probe = () => tab.page.evaluate(() => ({ rows: window.latecomer.timeline().rows, known: window.latecomer.timeline().knownRows, ...window.latecomer.timeline().view }));
  assert.deepEqual(await probe().then(({ rows, known, firstRow }) => [rows, known, firstRow]), [10_000, 1, 0]);
  const bar = (await tab.page.locator(".tl-scroll").boundingBox())!;
  for (const share of [0.25, 0.5, 0.999]) {
    await tab.page.mouse.click(bar.x + bar.width / 2, bar.y + bar.height * share);
    await tab.idle();
    const { known, firstRow } = await probe();
    assert.equal(known, 1);
    assert.ok(Math.abs(firstRow / 10_000 - share) < 0.03, `${firstRow}`);
  }
  assert.match((await tab.texts(".tl-labels")).join(), /rank 9999/);
  await tab.show("#1/timeline?height=1&row=5000");
  assert.equal((await probe()).known, 1);
  await tab.screenshot("timeline-10000");
  await tab.page.getByRole("button", { name: "Fit" }).click();
  await tab.idle();
  assert.equal((await probe()).rowHeight, 1);
  await tab.close();
});

test("a link to a location shows it", async () => {
  const tab = await open(generated("ring", "--ranks", 500, "--iterations", 2), "#1/timeline?location=400");
  const { firstRow } = await view(tab);
  assert.ok(firstRow > 370 && firstRow < 400, `${firstRow}`);
  await tab.close();
  const e1 = await open(reportOf("e1_propagation"), "#1/timeline?from=1&to=5.5&location=1");
  assert.match(e1.hash, /pick=wait-1-0/); // its longest wait there
  await e1.press("Escape");
  assert.doesNotMatch(e1.hash, /pick/);
  await e1.close();
});

test("where the time of the window went", async () => {
  const tab = await open(reportOf("e1_propagation"), "#1/timeline?panel=time&from=2&to=5");
  const bars = await tab.page.locator(".tl-bars").first().locator("tbody tr").allInnerTexts();
  // 2-5: rank 0 g 3; rank 1 MPI_Recv 3; rank 2 g 1, h 1, MPI_Recv 1.
  assert.deepEqual(bars.map((row) => row.split("\t").map((each) => each.trim())).sort(), [["MPI_Recv", "4.00 s", "44.4 %"], ["g", "4.00 s", "44.4 %"], ["h", "1.00 s", "11.1 %"]]);
  assert.match(await panel(tab), /Late Sender ?4\.00 s/);
  assert.deepEqual(await tab.accessibilityProblems(), []);
  await tab.press("0");
  assert.match(await panel(tab), /18\.0 s in all/);
  await tab.close();
});

test("layers are left out, and the URL says so", async () => {
  const tab = await open(reportOf("e1_propagation"));
  await tab.page.getByLabel("Messages").click();
  await tab.page.getByLabel("Wait states").click();
  await tab.idle();
  assert.match(tab.hash, /hide=waits\.messages/);
  assert.deepEqual(await lines(tab), []);
  assert.equal(await at(tab, 1, 2.5), "box MPI_Recv");
  await tab.close();
});

test("colours that the system forces, and the legend", async () => {
  const tab = await open(reportOf("e1_propagation"), "#1/timeline?panel=legend&pick=wait-2-0", { forcedColors: "active" });
  assert.match(await panel(tab), /Late Sender/);
  assert.deepEqual(await tab.accessibilityProblems(), []);
  await tab.screenshot("timeline-forced-colors");
  await tab.close();
});

test("traces that are unusual show something sensible", async () => {
  // One location, no MPI.
  const one = await open(analyzed("rank 0\n  0..1 f\n  1..3 g\n"));
  assert.equal(await at(one, 0, 2), "box g");
  assert.equal(await one.page.getByLabel("Messages").count(), 0);
  await one.screenshot("timeline-one-location");
  await one.close();

  // Nothing at all.
  const empty = await open(analyzed("rank 0\n"));
  assert.match((await empty.texts(".message")).join(), /There is no timeline/);
  assert.deepEqual(await empty.accessibilityProblems(), []);
  await empty.close();

  // A message that nobody received is no line, and the summary says that there is one.
  const unmatched = await open(analyzed("rank 0\n  0..1 MPI_Send send to=1 bytes=8\n  1..2 work\nrank 1\n  0..2 work\n"));
  assert.deepEqual(await lines(unmatched), []);
  assert.equal(await at(unmatched, 0, 0.5), "box MPI_Send");
  await unmatched.show("#1/start");
  assert.match(await unmatched.page.locator("main").innerText(), /Anomalies[^]*messages sent whose receive is not in the trace\s+1 at MPI_Send on rank 0/);
  await unmatched.close();

  // A rank without events beside one that has some.
  const half = await open(analyzed("rank 0\n  0..1 f\nrank 1\n"));
  assert.equal(await at(half, 0, 0.5), "box f");
  assert.equal(await half.page.evaluate(() => window.latecomer.timeline().rows), 2);
  await half.close();
});

test("a partial trace", async () => {
  const tab = await open(reportOf("cut_location"));
  assert.equal((await tab.texts(".message")).length, 0);
  assert.ok((await tab.page.evaluate(() => window.latecomer.timeline().drawn.rects)) > 0);
  await tab.screenshot("timeline-partial");
  await tab.close();
});

test("without the trace, and without the findings", async () => {
  const report = analyzed(readFileSync(path.resolve("tests", "cases", "e1_propagation.case"), "utf8"));
  for (const each of ["traces", "traces.def", "traces.otf2"]) rmSync(path.join(path.dirname(report), each), { recursive: true });
  const tab = await open(report);
  assert.match((await tab.texts(".tl-notices")).join(), /no single events/);
  assert.equal(await at(tab, 1, 2.5), "wait mpi_latesender");
  await tab.close();
  const without = path.join(path.dirname(report), "without.cubex");
  latecomer("report", "diff", report, report, "-o", without);
  const other = await open(without);
  assert.match((await other.texts(".message")).join(), /There is no timeline: /);
  await other.close();
});
