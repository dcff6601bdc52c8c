// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

// This file says what the statistics are of: the window and the part of the system that the URL says. Of the
// whole run the report has exact sums; of other windows what the server reads of levels of detail and events.

import { computed, signal } from "@preact/signals";
import { paintsOf } from "layout/paints";
import { type Report, findMetric, kNone } from "model/report";
import { rowsOf } from "model/rows";
import { isShown } from "model/states";
import { type Bins, type Messages, type Phase, type ReplayedPart, type Times, timesOf, waitKinds } from "model/stats";
import { buildSystem, itemOf } from "model/system";
import type { Run } from "model/timeline";
import { buildTree } from "model/tree";
import { Feed } from "state/feed";
import { go, route } from "state/route";
import { Question } from "state/question";
import { type StatsQuery, askBins, askMessages, statsRequest, valueRequest } from "state/stats_requests";
import { theme } from "state/theme";
import { askRun } from "state/timeline_requests";
import { hashOf, routeOf } from "state/url";
import { asNumber, asObject } from "wire/json";
import { readPhases, readReplayedParts } from "wire/stats";
import { readValues } from "wire/values";

export type Page = "states" | "functions" | "paths" | "flame" | "course" | "messages";

export class StatsModel {
  readonly system;
  readonly tree;
  readonly run = signal<Run | null>(null);
  readonly runProblem = signal("");
  readonly bins = new Feed<Bins>();
  readonly messages = new Feed<Messages>();
  readonly phases = new Question<Phase[]>();
  readonly replayedParts = new Question<ReplayedPart[]>();
  private readonly whole = new Question<Times>();
  readonly paints = computed(() => paintsOf(this.report, theme.value));

  constructor(readonly report: Report) {
    this.system = buildSystem(report);
    this.tree = buildTree(report.callPaths.parent);
    void this.load();
  }

  private async load(): Promise<void> {
    try {
      this.run.value = await askRun(this.report);
    } catch (problem) {
      this.runProblem.value = problem instanceof Error ? problem.message : String(problem);
    }
  }

  readonly page = computed<Page>(() => route.value.about_time ?? "states");

  show(page: Page): void {
    go({ about_time: page === "states" ? null : page }, "replace");
  }

  // --- what is selected

  readonly part = computed(() => {
    const { part } = route.value;
    return part !== null && itemOf(this.system, part) !== kNone ? part : null;
  });

  /** Has the locations of the selected part; null: all. */
  readonly locations = computed<readonly number[] | null>(() => {
    const { tree, locations } = this.system;
    if (this.part.value === null) return null;
    const item = itemOf(this.system, this.part.value);
    const items = tree.order.subarray(tree.position[item]!, tree.end[item]!);
    return [...items].filter((each) => each >= locations).map((each) => each - locations).sort((a, b) => a - b);
  });

  readonly window = computed<readonly [from: number, to: number]>(() => {
    const { from, to } = route.value;
    const { length, ticksPerSecond } = this.run.value ?? { length: 0, ticksPerSecond: 1 };
    const ticks = (seconds: number | null, otherwise: number) =>
      seconds === null ? otherwise : Math.min(Math.max(Math.round(seconds * ticksPerSecond), 0), length);
    const begin = Math.min(ticks(from, 0), Math.max(length - 1, 0));
    return [begin, Math.max(ticks(to, length), Math.min(begin + 1, length))];
  });

  readonly isWhole = computed(() => this.window.value[0] === 0 && this.window.value[1] === this.run.value?.length);

  /** Links to the timeline in the same window; `location` is the uppermost that is seen, all if none is. */
  timelineHash(location: number | null, height: number | null = null): string {
    const { from, to, part } = route.value;
    const row = location === null ? kNone : this.rowOf.value[location]!;
    return hashOf(routeOf("timeline", { from, to, part, height, row: row === kNone ? null : row }));
  }
  /** Has the rows of locations on a timeline of which nothing else is said. */
  private readonly rowOf = computed(() => {
    const system = { causes: true, cores: (this.run.value?.states ?? 0) === 0 };
    return rowsOf(this.report, new Set(), (location) => isShown(this.report, location, system)).rowOf;
  });

  readonly query = computed<StatsQuery>(() => ({ from: this.window.value[0], to: this.window.value[1], locations: this.locations.value }));

  // --- what is known of it

  /** Asks for what is shown and not there. */
  ask(): void {
    const run = this.run.value;
    const query = this.query.value;
    if (run === null || run.length === 0 || query.locations?.length === 0) return;
    this.bins.want(statsRequest("bins", query), (signal) => askBins(this.report, query, run.ticksPerSecond, signal));
    if (this.page.value === "messages") this.messages.want(statsRequest("messages", query), (signal) => askMessages(this.report, query, signal));
    if (this.page.value === "course" && this.report.regions.role.includes("phase")) this.phases.ask(["findings"], ([answer]) => readPhases(answer));
    if (this.page.value === "course") this.replayedParts.ask(["summary"], ([answer]) => readReplayedParts(answer));
    if (this.bins.value.value !== null && this.isWhole.value) this.askForWhole(this.bins.value.value);
  }

  private askForWhole(bins: Bins): void {
    const { report } = this;
    const part = this.part.value;
    const time = findMetric(report, "time");
    if (time === kNone) return;
    const isThere = (metric: number) => report.metrics[metric]!.total !== 0;
    const ofKinds = bins.kinds.map(({ metrics }) => metrics.filter(isThere));
    const waits = waitKinds(report, bins.waitMetrics);
    const idle = bins.kinds[bins.idle]!.metrics.filter(isThere);
    const id = (metric: number) => report.metrics[metric]!.id;
    const totals = [time, ...ofKinds.flat()];
    const requests = [
      ...[time, ...idle].map((metric) => valueRequest(id(metric), part, "call_path")),
      ...totals.map((metric) => valueRequest(id(metric), part, "total")),
      ...waits.map((metric) => `${valueRequest(id(metric), part, "total")}&child_metrics=excluded`),
    ];
    this.whole.ask(requests, (answers) => {
      const value = (at: number) => asNumber(asObject(answers[at], "values")["value"], "value");
      const byPath = readValues(answers[0], report.callPaths.size);
      for (let i = 0; i < idle.length; ++i) readValues(answers[1 + i], report.callPaths.size).forEach((seconds, path) => (byPath[path]! -= seconds));
      let at = 1 + idle.length;
      const all = value(at++);
      const byKind = Float64Array.from(ofKinds, (metrics) => metrics.reduce((sum) => sum + value(at++), 0));
      const rest = all - byKind.reduce((sum, each) => sum + each, 0);
      const other = bins.kinds.findIndex(({ metrics }, kind) => metrics.length === 0 && kind + 2 === bins.kinds.length);
      if (other !== kNone && rest > 1e-9 * all) byKind[other] = rest;
      return {
        byKind,
        waits: new Map(waits.map((metric) => [metric, value(at++)])),
        byPath: byPath.map((seconds) => (Math.abs(seconds) <= 1e-12 * all ? 0 : seconds)),
        idle: byKind[bins.idle]!,
        unknown: 0,
        all,
      };
    });
  }

  /** Has times, which are exact where the whole run is asked for. */
  readonly times = computed<Times | null>(() => {
    const bins = this.bins.value.value;
    if (bins === null) return null;
    const whole = this.whole.answer.value;
    return this.isWhole.value && whole !== null && !this.whole.isOpen.value ? whole : timesOf(bins);
  });

  get problem(): string {
    return this.runProblem.value || this.bins.problem.value || this.messages.problem.value || this.whole.problem.value || this.phases.problem.value || this.replayedParts.problem.value;
  }
}

let current: StatsModel | null = null;

export function statsOf(report: Report): StatsModel {
  if (current?.report !== report) current = new StatsModel(report);
  return current;
}
