// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

// The timeline of a run beside which the kernel's scheduler was recorded: why threads had no core, who woke whom,
// and what cores ran.

import assert from "node:assert/strict";
import { after, test } from "node:test";
import { type Look, Tab, closeBrowser } from "../support/browser";
import { Server, analyzed } from "../support/latecomer";

// E17 of the cases (e17_passes_over_causes), where rank 0 wakes rank 1, and the only core runs what is not rank 1.
// Locations are 0 and 1, the ranks; 2, the timers; 3, process x; 4, the core. Causes count them from 1.
const kTrace = `
rank 0
  0     enter main
  3     blocked_timer ticks=2000000 cause=3
  3.75  preempted ticks=500000 by=x cause=4
  4     enter MPI_Send
  4     send to=1
  4.5   leave MPI_Send
  4.5   leave main
rank 1
  0     enter main
  0.5   blocked ticks=400000 by=app cause=1
  0.6   ready ticks=100000
  1..4  MPI_Recv  recv from=0
  5     leave main
cause timers
cause "process x"
cause "core 0"
  1     on_core ticks=1000000 by=app cause=1
  3.25  on_core ticks=250000 by=app cause=1
  3.75  on_core ticks=500000 by=x cause=4
  4.5   on_core ticks=750000 by=app cause=1
`;

let server: Server | null = null;

after(async () => {
  await closeBrowser();
  await server?.end();
});

async function open(hash = "#1/timeline", look: Look = {}): Promise<Tab> {
  server ??= await Server.start(analyzed(kTrace));
  const tab = await Tab.open(server.url, look);
  await tab.show(hash);
  return tab;
}

const rows = (tab: Tab) => tab.page.evaluate(() => window.latecomer.timeline().rows);
const names = async (tab: Tab) => (await tab.texts(".tl-label")).map((each) => each.trim());

/** What is at a location's state at a time, or `below` that, in pixels. */
const at = (tab: Tab, location: number, seconds: number, below = 0) =>
  tab.page.evaluate(
    ([l, s, down]) => {
      const timeline = window.latecomer.timeline();
      const { x, y } = timeline.positionOfState(l!, s!);
      return timeline.at(x, y + down!);
    },
    [location, seconds, below],
  );

async function pointAt(tab: Tab, location: number, seconds: number): Promise<{ x: number; y: number }> {
  const { x, y } = await tab.page.evaluate(([l, s]) => window.latecomer.timeline().positionOfState(l!, s!), [location, seconds]);
  const box = (await tab.page.locator(".tl-area").boundingBox())!;
  return { x: box.x + x, y: box.y + y };
}

async function tooltipAt(tab: Tab, location: number, seconds: number): Promise<string> {
  const { x, y } = await pointAt(tab, location, seconds);
  await tab.page.mouse.move(x, y);
  await tab.idle();
  return (await tab.texts(".tl-tooltip b")).join();
}

test("threads' states, who caused them, and wake-ups", async () => {
  const tab = await open();
  assert.ok(await tab.page.getByLabel("States", { exact: true }).isChecked());
  assert.equal(await rows(tab), 4);
  assert.ok((await names(tab)).includes("timers"));
  assert.ok(!(await names(tab)).includes("core 0"));

  assert.equal(await at(tab, 0, 2), "state blocked: timer, woken by timers");
  assert.equal(await at(tab, 0, 3.5), "state preempted by process x");
  assert.equal(await at(tab, 1, 0.3), "state blocked, woken by rank 0");
  assert.equal(await at(tab, 1, 0.55), "state ready");
  for (const running of [0.5, 3.1, 4.2]) assert.doesNotMatch(await at(tab, 0, running), /^state/);
  assert.doesNotMatch(await at(tab, 1, 2), /^state/);

  assert.equal(await tooltipAt(tab, 0, 2), "Blocked: timer, woken by timers, 2.00 s");
  assert.equal(await tooltipAt(tab, 0, 3.5), "Preempted by process x, 500 ms");
  await tab.screenshot("timeline-states-hover");
  assert.equal(await tooltipAt(tab, 1, 0.55), "Ready, 100 ms");

  const lines = await tab.page.evaluate(() => window.latecomer.timeline().lines());
  assert.deepEqual(
    lines.filter(({ kind }) => kind === "wakeup").map(({ from, to, count }) => [from, to, count]),
    [[[0, "main"], [1, ""], 1]],
  );
  assert.deepEqual(await tab.accessibilityProblems(), []);
  await tab.close();
});

test("the critical path passes through the rows of what had the core, or was waited for", async () => {
  const tab = await open();
  const inPath = 5; // From the middle of the states' band to the middle of the path's, in pixels.
  const times: [location: number, seconds: number][] = [[0, 0.5], [2, 2], [0, 3.1], [3, 3.5], [0, 3.9], [1, 4.5]];
  for (const [location, seconds] of times) assert.equal(await at(tab, location, seconds, inPath), "stretch", `${location} at ${seconds}`);
  assert.notEqual(await at(tab, 0, 2, inPath), "stretch");
  await tab.show("#1/timeline?panel=path");
  assert.match((await tab.texts(".tl-panel tbody")).join(), /timers\s+2\.00 s/);
  await tab.close();
});

test("a state that is selected is described, and the URL says which one it is", async () => {
  const tab = await open();
  const { x, y } = await pointAt(tab, 0, 3.5);
  await tab.page.mouse.click(x, y);
  await tab.idle();
  assert.match(tab.hash, /pick=state-0-3750000/);
  const told = (await tab.texts(".tl-panel")).join().replace(/\s+/g, " ");
  assert.match(told, /Preempted by process x, 500 ms Location rank 0 Begin 3\.25 s Length 500 ms/);
  assert.match((await tab.texts(".tl-area [role=status]")).join(), /Preempted by process x/);
  await tab.screenshot("timeline-state-selected");
  await tab.press("f");
  const { from, to } = await tab.page.evaluate(() => window.latecomer.timeline().view);
  assert.ok(from > 3_000_000 && from < 3_250_000 && to > 3_750_000 && to < 4_000_000);
  await tab.show("#1/timeline?panel=table");
  assert.match((await tab.texts(".tl-panel")).join(), /preempted by process x/);
  assert.deepEqual(await tab.accessibilityProblems(), []);
  await tab.close();
});

test("cores have rows on request", async () => {
  const tab = await open();
  const cores = tab.page.getByLabel("Cores");
  assert.ok(!(await cores.isChecked()));
  await cores.click();
  await tab.idle();
  assert.match(tab.hash, /cores=yes/);
  assert.equal(await rows(tab), 5);
  assert.ok((await names(tab)).includes("core 0"));
  assert.equal(await at(tab, 4, 0.5), "state ran rank 0");
  assert.equal(await at(tab, 4, 3.5), "state ran process x");
  assert.equal(await at(tab, 4, 2), "");
  assert.equal(await tooltipAt(tab, 4, 3.5), "Ran process x, 500 ms");
  await tab.screenshot("timeline-cores");
  assert.deepEqual(await tab.accessibilityProblems(), []);
  await tab.close();
});

test("without the layer there are neither bands nor rows of devices, but cores if they are wanted", async () => {
  const tab = await open("#1/timeline?cores=yes");
  await tab.page.getByLabel("States", { exact: true }).click();
  await tab.idle();
  assert.match(tab.hash, /hide=states/);
  assert.equal(await rows(tab), 3);
  assert.equal(await at(tab, 4, 0.5), "state ran rank 0");
  assert.doesNotMatch(await at(tab, 0, 2), /^state/);
  assert.deepEqual((await tab.page.evaluate(() => window.latecomer.timeline().lines())).map(({ kind }) => kind), ["message"]);
  await tab.show("#1/timeline?hide=states");
  assert.equal(await rows(tab), 2);
  await tab.close();
});

test("the legend has the kinds of states, also in colours that the system forces", async () => {
  for (const look of [{}, { colorScheme: "dark" }, { forcedColors: "active" }] as const) {
    const tab = await open("#1/timeline?panel=legend&cores=yes", look);
    const told = (await tab.texts(".tl-panel")).join();
    for (const name of ["preempted", "ready", "blocked", "blocked: timer", "A thread that woke another one"]) assert.ok(told.includes(name), name);
    assert.ok(!told.includes("blocked: disk"));
    await tab.screenshot(`timeline-states-${Object.values(look).join("") || "light"}`);
    assert.deepEqual(await tab.accessibilityProblems(), []);
    await tab.close();
  }
});

test("nothing is offered where the scheduler was not recorded", async () => {
  const other = await Server.start(analyzed("rank 0\n  0..1 f\nrank 1\n  0..2 f\n"));
  const tab = await Tab.open(other.url);
  await tab.show("#1/timeline?cores=yes");
  assert.equal(await tab.page.getByLabel("States", { exact: true }).count(), 0);
  assert.equal(await tab.page.getByLabel("Cores").count(), 0);
  assert.equal(await rows(tab), 2);
  await tab.close();
  await other.end();
});
