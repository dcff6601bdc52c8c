// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

// What a run of 50 million events on 1,024 locations costs to look at, with the limits that are promised beside it.
// `./dev bench view` makes the run once, in build/bench-data, and says which limits hold.

import { existsSync, readFileSync, readdirSync } from "node:fs";
import path from "node:path";
import { after, test } from "node:test";
import { Tab, closeBrowser } from "../support/browser";
import { Server, generated, latecomer } from "../support/latecomer";

const kRun = path.resolve("build/bench-data/view");
const kLocations = 1024;
const kEvents = 50_000_000;
const kWindows = 60; ///< to which the timeline goes, one after another
const kWheelTurns = 120;

after(closeBrowser);

let isWithinAll = true;

/** A line of the table; `limit` null: there is none. */
function say(what: string, value: number, unit: string, limit: number | null = null, isAtMost = true): void {
  const holds = limit === null || (isAtMost ? value <= limit : value >= limit);
  isWithinAll &&= holds;
  const promised = limit === null ? "" : `${isAtMost ? "≤" : "≥"} ${limit}${holds ? "" : "   NOT MET"}`;
  console.log(`${what.padEnd(58)} ${value.toFixed(1).padStart(8)} ${unit.padEnd(9)} ${promised}`.trimEnd());
}

function quantile(values: readonly number[], part: number): number {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.ceil(part * sorted.length) - 1)]!;
}

function statusOf(pid: number, key: string): number {
  const found = new RegExp(`^${key}:\\s+(\\d+) kB`, "m").exec(readFileSync(`/proc/${pid}/status`, "utf8"));
  return Number(found?.[1] ?? 0) / 1024;
}

/** The parent of a process, 0 if it has ended. */
function parentOf(pid: number): number {
  try {
    return Number(/^PPid:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/status`, "utf8"))?.[1] ?? 0);
  } catch {
    return 0;
  }
}

function isOurs(pid: number): boolean {
  while (pid > 1 && pid !== process.pid) pid = parentOf(pid);
  return pid === process.pid;
}

/** Of each process of our Chromium in MB, each shared page divided among those that share it; the largest first. */
function memoryOfBrowser(): number[] {
  const found: number[] = [];
  for (const name of readdirSync("/proc").filter((each) => /^\d+$/.test(each))) {
    try {
      if (!/chrom/.test(readFileSync(`/proc/${name}/comm`, "utf8")) || !isOurs(Number(name))) continue;
      found.push(Number(/^Pss:\s+(\d+) kB/m.exec(readFileSync(`/proc/${name}/smaps_rollup`, "utf8"))?.[1] ?? 0) / 1024);
    } catch {
      // it has ended
    }
  }
  return found.sort((a, b) => b - a);
}

const sum = (values: readonly number[]) => values.reduce((a, b) => a + b, 0);

function makeRun(): void {
  if (!existsSync(path.join(kRun, "traces.otf2")))
    latecomer("generate", "halo3d", "-o", kRun, "--ranks", kLocations, "--events", kEvents, "--functions", 2, "--depth", 2);
  latecomer("analyze", kRun);
}

/** Windows of all lengths, from the whole run to some microseconds, each somewhere else. */
function hashes(seconds: number): string[] {
  return Array.from({ length: kWindows }, (_, i) => {
    const length = seconds * 10 ** (-4 * ((i * 7) % kWindows) / kWindows);
    const from = (seconds - length) * (((i * 37) % kWindows) / kWindows);
    return `#1/timeline?from=${from}&to=${from + length}&row=${(i * 131) % 900}`;
  });
}

test("50 million events, 1,024 locations", async () => {
  makeRun();
  const small = await Server.start(generated("halo2d", "--ranks", 4, "--events", 400));
  const other = await Tab.open(small.url); // the browser is there already, as on a desktop
  const before = sum(memoryOfBrowser());
  const begin = performance.now();
  const server = await Server.start(kRun);
  const tab = await Tab.open(`${server.url}#1/timeline`);
  say("first complete picture after the command", (performance.now() - begin) / 1000, "s", 3);

  const seconds = Number(/"latecomer.run_seconds":\s*"([\d.]+)"/.exec(latecomer("show", "--json", kRun))?.[1]);
  const answered: number[] = [];
  const drawn: number[] = [];
  for (const hash of hashes(seconds)) {
    const times = await tab.page.evaluate(async (wanted) => {
      performance.clearResourceTimings();
      const begin = performance.now();
      window.location.hash = wanted;
      const idle = await window.latecomer.idle();
      const requests = performance.getEntriesByType("resource") as PerformanceResourceTiming[];
      return { answered: Math.max(0, ...requests.map((each) => each.responseEnd - begin)), drawn: idle - begin };
    }, hash);
    answered.push(times.answered);
    drawn.push(times.drawn);
  }
  say("a zoom or pan, until it is answered, p95", quantile(answered, 0.95), "ms", 100);
  say("the same, median", quantile(answered, 0.5), "ms", 100);
  say("a zoom or pan, until all of it is drawn, p95", quantile(drawn, 0.95), "ms");
  say("the same, median", quantile(drawn, 0.5), "ms");

  await tab.show("#1/timeline");
  const box = (await tab.page.locator(".tl-area").boundingBox())!;
  await tab.page.mouse.move(box.x + box.width / 2, box.y + box.height / 2);
  await tab.page.evaluate(() => {
    const frames: number[] = [];
    const next = (time: number) => {
      frames.push(time);
      requestAnimationFrame(next);
    };
    requestAnimationFrame(next);
    (window as unknown as { frames: number[] }).frames = frames;
  });
  for (let i = 0; i < kWheelTurns; ++i) await tab.page.mouse.wheel(0, i < kWheelTurns / 2 ? -40 : 40);
  const frames = await tab.page.evaluate(() => (window as unknown as { frames: number[] }).frames);
  const lengths = frames.slice(1).map((time, i) => time - frames[i]!);
  say("frames a second while zooming by the wheel, mean", 1000 / (sum(lengths) / lengths.length), "frames/s", 30, false);
  await tab.idle();

  const processes = memoryOfBrowser();
  say("memory of the page, which has a process of its own", processes[0]!, "MB", 500);
  say("memory of the browser with another, small page", sum(processes), "MB");
  say("of which it had before", before, "MB");
  say("memory of the server, at most", statusOf(server.pid, "VmHWM"), "MB", 1024);
  await tab.close();
  await other.close();
  await small.end();
  await server.end();
  console.log(isWithinAll ? "all limits hold" : "not all limits hold");
});
