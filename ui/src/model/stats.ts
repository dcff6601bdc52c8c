// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

// This file computes where the time of some locations in a window went, in all and by parts of the window of
// one length. Times are seconds; kinds are those of call paths, such as computation, and of wait states.

import { type Report, kNone, waitName } from "model/report";
import { type Tree, inclusiveSums } from "model/tree";

/** Is what a call path can be, as the summary distinguishes where time went. */
export interface Kind {
  readonly name: string;
  readonly metrics: readonly number[]; ///< Has the metrics whose sum the kind's time is.
}

export interface Bins {
  readonly size: number;
  readonly begin: Float64Array; ///< Has the begin of each bin, in ticks since the run's begin.
  readonly end: Float64Array;
  readonly ticksPerSecond: number;
  readonly kinds: readonly Kind[];
  readonly computation: number; ///< Is the kind that is computation.
  readonly idle: number; ///< Is the kind of time on no call path.
  readonly waitMetrics: readonly number[]; ///< Are all waiting together.
  readonly threads: number;
  readonly byKind: readonly Float64Array[]; ///< Has times of each kind, by bin.
  readonly waits: ReadonlyMap<number, Float64Array>; ///< Has times of each metric, by bin.
  readonly unknown: Float64Array; ///< Has times that are too short to be distinguished.
  readonly largestComputation: Float64Array; ///< Has, by bin, the largest computation of a location.
  readonly largestPossible: Float64Array; ///< Has it if all unknown time is computation.
  readonly byPath: Float64Array; ///< Has the time of each call path in the whole window, without callees.
  readonly pathKind: Uint8Array; ///< Has the kind of each call path with some time.
  readonly kindsAreExact: boolean; ///< Says that no call path's time is of several kinds.
  readonly waitsAreExact: boolean;
  readonly problem: string;
}

/** Holds the times of the whole window. */
export interface Times {
  readonly byKind: Float64Array;
  readonly waits: ReadonlyMap<number, number>;
  readonly byPath: Float64Array;
  readonly idle: number;
  readonly unknown: number;
  readonly all: number; ///< Is the sum.
}

function sumOf(values: Float64Array): number {
  return values.reduce((sum, each) => sum + each, 0);
}

export function timesOf(bins: Bins): Times {
  const byKind = Float64Array.from(bins.byKind, sumOf);
  const unknown = sumOf(bins.unknown);
  const waits = new Map([...bins.waits].map(([metric, values]) => [metric, sumOf(values)]));
  return { byKind, waits, byPath: bins.byPath, idle: byKind[bins.idle]!, unknown, all: sumOf(byKind) + unknown };
}

/** Returns the metric and those that contain it. */
function lineage(report: Report, metric: number): number[] {
  const found: number[] = [];
  for (let each = metric; each !== kNone; each = report.metrics[each]!.parent) found.push(each);
  return found;
}

/** Returns the kind that waiting of a metric is a part of; kNone: of none. */
export function kindOfWait(report: Report, kinds: readonly Kind[], metric: number): number {
  const all = lineage(report, metric);
  return kinds.findIndex((kind) => kind.metrics.some((each) => all.includes(each)));
}

/** Returns the metrics of waiting, with their parts, that are not zero in the whole report. */
export function waitKinds(report: Report, waitMetrics: readonly number[]): number[] {
  const found: number[] = [];
  report.metrics.forEach(({ total }, metric) => {
    if (total !== 0 && lineage(report, metric).some((each) => waitMetrics.includes(each))) found.push(metric);
  });
  return found;
}

export interface StateRow {
  readonly kind: number; ///< Is kNone for what is not distinguished.
  readonly name: string;
  readonly seconds: number;
  readonly waiting: number;
}

/** Is the name for the time of activities that are too short to be distinguished. */
export const kUnknown = "Not distinguished";

export function stateRows(report: Report, bins: Bins, times: Times): StateRow[] {
  const waiting = new Float64Array(bins.kinds.length);
  for (const [metric, seconds] of times.waits) {
    const kind = kindOfWait(report, bins.kinds, metric);
    if (kind !== kNone) waiting[kind]! += seconds;
  }
  const rows = bins.kinds.map(({ name }, kind) => ({ kind, name, seconds: times.byKind[kind]!, waiting: waiting[kind]! }));
  return [...rows, { kind: kNone, name: kUnknown, seconds: times.unknown, waiting: 0 }].filter(({ seconds }) => seconds > 0);
}

export interface WaitRow {
  readonly metric: number;
  readonly name: string;
  readonly seconds: number;
}

/** Names these kinds of wait states; what would have the same name has that of what contains it, too. */
export function waitNames(report: Report, metrics: readonly number[]): ReadonlyMap<number, string> {
  const names = metrics.map((metric) => waitName(report, metric));
  const isUnique = (name: string) => names.indexOf(name) === names.lastIndexOf(name);
  return new Map(
    metrics.map((metric, i) => {
      const { parent } = report.metrics[metric]!;
      return [metric, isUnique(names[i]!) || parent === kNone ? names[i]! : `${names[i]!} (${report.metrics[parent]!.name})`];
    }),
  );
}

export function waitRows(report: Report, times: Times): WaitRow[] {
  const some = [...times.waits].filter(([, seconds]) => seconds > 0);
  const names = waitNames(report, some.map(([metric]) => metric));
  return some.map(([metric, seconds]) => ({ metric, name: names.get(metric)!, seconds }));
}

export interface FunctionRow {
  readonly region: number;
  readonly own: number;
  readonly withCallees: number; ///< Counts a recursion only once.
}

export function functionRows(report: Report, tree: Tree, byPath: Float64Array): FunctionRow[] {
  const { region } = report.callPaths;
  const inclusive = inclusiveSums(tree, byPath);
  const own = new Float64Array(report.regions.size);
  const all = new Float64Array(report.regions.size);
  const open = new Int32Array(report.regions.size); // Counts call paths of the region that are around.
  const stack: number[] = [];
  for (let at = 0; at < tree.size; ++at) {
    const path = tree.order[at]!;
    while (stack.length > 0 && tree.end[stack[stack.length - 1]!]! <= at) open[region[stack.pop()!]!]!--;
    const of = region[path]!;
    own[of]! += byPath[path]!;
    if (open[of] === 0) all[of]! += inclusive[path]!;
    open[of]!++;
    stack.push(path);
  }
  const rows: FunctionRow[] = [];
  for (let of = 0; of < own.length; ++of) if (all[of]! > 0) rows.push({ region: of, own: own[of]!, withCallees: all[of]! });
  return rows;
}

export interface PathRow {
  readonly path: number;
  readonly own: number;
  readonly withCallees: number;
}

export function pathRows(tree: Tree, byPath: Float64Array): PathRow[] {
  const inclusive = inclusiveSums(tree, byPath);
  const rows: PathRow[] = [];
  for (let path = 0; path < tree.size; ++path)
    if (inclusive[path]! > 0) rows.push({ path, own: byPath[path]!, withCallees: inclusive[path]! });
  return rows;
}

// --- over time

/** Is a part of all threads' time, by bin. */
export interface Share {
  readonly key: string;
  readonly name: string;
  readonly kind: number; ///< Is kNone if it is none.
  readonly metric: number; ///< Is a metric of waiting; kNone: it is none.
  readonly shares: Float64Array;
}

/** Takes waiting from the time of its kind, and the rest from what is unknown. Both become less. */
function takeWaiting(waiting: Float64Array, kind: Float64Array, unknown: Float64Array): Float64Array {
  return waiting.map((value, i) => {
    const known = Math.min(value, kind[i]!);
    const rest = Math.min(value - known, unknown[i]!);
    kind[i]! -= known;
    unknown[i]! -= rest;
    return known + rest;
  });
}

/** Returns shares that are 1 together in each bin; the last is of what no event says. */
export function sharesOf(report: Report, bins: Bins): Share[] {
  const whole = Float64Array.from({ length: bins.size }, (_, i) => ((bins.end[i]! - bins.begin[i]!) / bins.ticksPerSecond) * bins.threads);
  const left = Float64Array.from(whole);
  for (const values of [...bins.byKind, bins.unknown]) values.forEach((value, i) => (left[i]! -= value));
  const kinds = bins.byKind.map((values) => Float64Array.from(values));
  const unknown = Float64Array.from(bins.unknown);
  const names = waitNames(report, [...bins.waits.keys()]);
  const of = (key: string, name: string, values: Float64Array, is: { kind?: number; metric?: number } = {}): Share => {
    const shares = values.map((value, i) => (whole[i]! > 0 ? Math.max(value, 0) / whole[i]! : 0));
    return { key, name, kind: kNone, metric: kNone, ...is, shares };
  };
  const waits: Share[] = [];
  for (const [metric, values] of bins.waits) {
    const kind = kindOfWait(report, bins.kinds, metric);
    if (kind !== kNone) waits.push(of(`wait-${metric}`, names.get(metric)!, takeWaiting(values, kinds[kind]!, unknown), { metric }));
  }
  const nameOf = (kind: number) => (kind === bins.idle ? "On no call path" : bins.kinds[kind]!.name);
  const all = [
    ...kinds.map((values, kind) => of(`kind-${kind}`, nameOf(kind), values, { kind })),
    ...waits.sort((a, b) => sumOf(b.shares) - sumOf(a.shares)),
    of("unknown", kUnknown, unknown),
    of("unrecorded", "Before or after a thread's events", left),
  ];
  return all.filter(({ shares }) => shares.some((each) => each > 1e-9));
}

/** Is a value from 0 to 1; where something is not known, it lies between two values. */
export interface Efficiency {
  readonly name: string;
  readonly is: string; ///< Says what the efficiency is.
  readonly least: Float64Array;
  readonly most: Float64Array;
}

const kKnown = 0.01; ///< Is how much of the mean time may be unknown in a ratio of two unknowns.

/** Returns the POP efficiencies of bins: the length of a bin stands for the run time. NaN: not known. */
export function efficienciesOf(bins: Bins): Efficiency[] {
  const length = Float64Array.from({ length: bins.size }, (_, i) => (bins.end[i]! - bins.begin[i]!) / bins.ticksPerSecond);
  const mean = bins.byKind[bins.computation]!.map((value) => value / bins.threads);
  const possible = mean.map((value, i) => value + bins.unknown[i]! / bins.threads);
  const over = (values: Float64Array) => values.map((value, i) => Math.min(value / length[i]!, 1));
  const balance = mean.map((value, i) => {
    const isKnown = bins.unknown[i]! <= kKnown * length[i]! * bins.threads;
    return isKnown && bins.largestComputation[i]! > 0 ? value / bins.largestComputation[i]! : NaN;
  });
  return [
    { name: "Parallel efficiency", is: "mean computation of the threads / length of the part", least: over(mean), most: over(possible) },
    { name: "Load balance", is: "mean computation / largest computation of a thread", least: balance, most: balance },
    { name: "Communication efficiency", is: "largest computation of a thread / length of the part", least: over(bins.largestComputation), most: over(bins.largestPossible) },
  ];
}

// --- messages

export interface MessageCells {
  readonly size: number;
  readonly sender: Uint32Array; ///< Has the sender's group of processes.
  readonly receiver: Uint32Array;
  readonly count: Float64Array;
  readonly bytes: Float64Array;
}

export interface MessageSizes {
  readonly size: number;
  readonly bits: Uint32Array; ///< Has how many bits the number of bytes has.
  readonly count: Float64Array;
  readonly bytes: Float64Array;
}

export interface Messages {
  readonly ranksPerGroup: number;
  readonly groups: number;
  readonly leftOut: number; ///< Counts messages that are too many to be read; then nothing else is counted.
  readonly matrix: MessageCells;
  readonly sizes: MessageSizes;
}

/** Returns "rank 3" or "ranks 8–11". */
export function groupName(report: Report, messages: Messages, group: number): string {
  const { rank, size } = report.ranks;
  const first = group * messages.ranksPerGroup;
  const last = Math.min(first + messages.ranksPerGroup, size) - 1;
  return first === last ? `rank ${rank[first]!}` : `ranks ${rank[first]!}–${rank[last]!}`;
}

/** Returns the sizes of messages whose number of bytes has so many bits. */
export function sizesOfBits(bits: number): readonly [least: number, most: number] {
  return bits === 0 ? [0, 0] : [2 ** (bits - 1), 2 ** bits - 1];
}

// --- phases

export interface Phase {
  readonly name: string;
  readonly visits: number;
  readonly longest: number;
  readonly time: number;
  readonly waiting: number;
  readonly caused: number;
  readonly parallel: number; ///< Is, as the others below, NaN where the program was killed.
  readonly loadBalance: number;
  readonly communication: number;
  readonly serialization: number; ///< Is NaN, as the next one, where it is not known by replay.
  readonly transfer: number;
}

/** Is a part of the run with its efficiencies, as if it were a run, by replay. Times are seconds. */
export interface ReplayedPart {
  readonly begin: number;
  readonly end: number;
  readonly parallel: number;
  readonly loadBalance: number;
  readonly serialization: number;
  readonly transfer: number;
}
