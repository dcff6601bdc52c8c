// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

// This file says what the kernel's scheduler tells of a run: why threads had no core, and what cores ran. Beside
// threads, a report then has locations for cores, and for what threads had no core for: devices, and programs
// that are not of the run. These are in groups of the type "metrics".

import { lowerBound, upperBound } from "base/bisect";
import { type Report, isOfRun, kNone, locationName } from "model/report";
import { type States, kNoPosition } from "model/timeline";

/** Returns whether a location is a core. Traces that are written as text have cores in a group with what else is no thread. */
export function isCore(report: Report, location: number): boolean {
  return !isOfRun(report, location) && /^core \d+$/.test(report.locations.name[location]!);
}

export function hasCores(report: Report): boolean {
  return report.locations.name.some((_, location) => isCore(report, location));
}

/** Says which locations have rows besides threads. */
export interface SystemRows {
  readonly causes: boolean; ///< Shows devices and programs that are not of the run.
  readonly cores: boolean;
}

export function isShown(report: Report, location: number, rows: SystemRows): boolean {
  if (isOfRun(report, location)) return true;
  return isCore(report, location) ? rows.cores : rows.causes;
}

/** Has the ids of metrics of time without a core, and what such time is called, as call paths call it. */
export const kStateNames: ReadonlyMap<string, string> = new Map([
  ["preempted", "preempted"],
  ["ready", "ready"],
  ["blocked", "blocked"],
  ["blocked_timer", "blocked: timer"],
  ["blocked_disk", "blocked: disk"],
  ["blocked_network", "blocked: network"],
  ["blocked_lock", "blocked: lock"],
  ["blocked_page_fault", "blocked: page fault"],
  ["not_running", "not running"],
]);

export function stateName(report: Report, metric: number): string {
  const { id, name } = report.metrics[metric]!;
  return kStateNames.get(id) ?? name;
}

/** Returns the position in the table, which is ordered by both, of a location's state that ended then; or kNone. */
export function entryOfState(states: States, location: number, end: number): number {
  const behind = upperBound(states.location, location);
  const i = lowerBound(states.end, end, lowerBound(states.location, location), behind);
  return i < behind && states.end[i] === end ? i : kNone;
}

/** Returns what caused a state, or what a core ran; kNone where it is not known. */
export function causeOf(states: States, i: number): number {
  return states.cause[i] === kNoPosition ? kNone : states.cause[i]!;
}

/** Names what caused a state: it is of the same node, which need not be said. */
export function causeName(report: Report, cause: number): string {
  return isOfRun(report, cause) ? locationName(report, cause) : report.locations.name[cause]!;
}

/** Returns "preempted by process noise", "blocked: disk, woken by disks", or of a core "ran rank 0". */
export function stateText(report: Report, states: States, i: number): string {
  const metric = states.metric[i]!;
  const cause = causeOf(states, i);
  const who = cause === kNone ? "" : causeName(report, cause);
  if (metric === kNoPosition) return `ran ${cause === kNone ? "another program" : who}`;
  const name = stateName(report, metric);
  if (cause === kNone) return name;
  return report.metrics[metric]!.id.startsWith("blocked") ? `${name}, woken by ${who}` : `${name} by ${who}`;
}

/** Returns whether a thread was woken by another thread of the run at the end of a state. */
export function isWakeUp(report: Report, states: States, i: number): boolean {
  const metric = states.metric[i]!;
  const cause = causeOf(states, i);
  if (metric === kNoPosition || cause === kNone || cause === states.location[i]) return false;
  return ["blocked", "blocked_lock"].includes(report.metrics[metric]!.id) && isOfRun(report, cause);
}
