// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

// This file reads answers to timeline/bins and timeline/messages, and phases (docs/api.md).

import type { Report } from "model/report";
import type { Bins, Kind, Messages, Phase, ReplayedPart } from "model/stats";
import { type JsonObject, WireError, asBoolean, asList, asNumber, asObject, asPosition, asText } from "wire/json";
import type { TableMessage, WireTable } from "wire/tables";

function metricsOf(json: unknown, report: Report, where: string): number[] {
  return asList(json, where).map((each) => asPosition(each, report.metrics.length, where));
}

function kindOf(json: unknown, report: Report): Kind {
  const all = asObject(json, "kinds");
  return { name: asText(all["name"], "kinds.name"), metrics: metricsOf(all["metrics"], report, "kinds.metrics") };
}

/** Returns values of a cell table: those of each column, by bin. */
function byColumn(table: WireTable, columns: ArrayLike<number>, values: Float64Array, bins: number, unit: number): Map<number, Float64Array> {
  const found = new Map<number, Float64Array>();
  const bin = table.positions("bin", bins);
  for (let i = 0; i < table.size; ++i) {
    let of = found.get(columns[i]!);
    if (of === undefined) found.set(columns[i]!, (of = new Float64Array(bins)));
    of[bin[i]!] = values[i]! / unit;
  }
  return found;
}

function smallPositions(table: WireTable, name: string, size: number): Uint8Array {
  const values = table.column(name, "u8");
  if (values.some((each) => each >= size)) throw new WireError(`the server's answer is not as expected: ${name} is no position below ${size}`);
  return values;
}

function timesOfPaths(table: WireTable, kinds: number, report: Report, unit: number) {
  const byPath = new Float64Array(report.callPaths.size);
  const pathKind = new Uint8Array(report.callPaths.size);
  const path = table.positions("path", report.callPaths.size);
  const kind = smallPositions(table, "kind", kinds);
  const time = table.column("time", "f64");
  for (let i = 0; i < table.size; ++i) {
    byPath[path[i]!] = time[i]! / unit;
    pathKind[path[i]!] = kind[i]!;
  }
  return { byPath, pathKind };
}

export function readBins({ facts, table }: TableMessage, report: Report, ticksPerSecond: number): Bins {
  const bins = table("bins");
  const kinds = asList(facts["kinds"], "kinds").map((each) => kindOf(each, report));
  const seconds = (name: string) => bins.column(name, "f64").map((value) => value / ticksPerSecond);
  const cells = table("kinds");
  const byKind = byColumn(cells, smallPositions(cells, "kind", kinds.length), cells.column("time", "f64"), bins.size, ticksPerSecond);
  const waits = table("waits");
  return {
    size: bins.size,
    begin: bins.column("begin", "f64"),
    end: bins.column("end", "f64"),
    ticksPerSecond,
    kinds,
    computation: asPosition(facts["computation"], kinds.length, "computation"),
    idle: asPosition(facts["idle"], kinds.length, "idle"),
    waitMetrics: metricsOf(facts["wait_metrics"], report, "wait_metrics"),
    threads: asNumber(facts["threads"], "threads"),
    byKind: kinds.map((_, kind) => byKind.get(kind) ?? new Float64Array(bins.size)),
    waits: byColumn(waits, waits.positions("metric", report.metrics.length), waits.column("amount", "f64"), bins.size, ticksPerSecond),
    unknown: seconds("unknown"),
    largestComputation: seconds("largest_computation"),
    largestPossible: seconds("largest_possible"),
    ...timesOfPaths(table("paths"), kinds.length, report, ticksPerSecond),
    kindsAreExact: asBoolean(facts["kinds_exact"], "kinds_exact"),
    waitsAreExact: asBoolean(facts["waits_exact"], "waits_exact"),
    problem: asText(facts["problem"], "problem"),
  };
}

export function readMessages({ facts, table }: TableMessage): Messages {
  const groups = asNumber(facts["groups"], "groups");
  const matrix = table("matrix");
  const sizes = table("sizes");
  return {
    ranksPerGroup: asNumber(facts["ranks_per_group"], "ranks_per_group"),
    groups,
    leftOut: asNumber(facts["left_out"], "left_out"),
    matrix: {
      size: matrix.size,
      sender: matrix.positions("sender", groups),
      receiver: matrix.positions("receiver", groups),
      count: matrix.column("count", "f64"),
      bytes: matrix.column("bytes", "f64"),
    },
    sizes: { size: sizes.size, bits: sizes.column("bits", "u32"), count: sizes.column("count", "f64"), bytes: sizes.column("bytes", "f64") },
  };
}

function phaseOf(json: unknown): Phase {
  const all: JsonObject = asObject(json, "phases");
  const number = (name: string) => asNumber(all[name], `phases.${name}`);
  const ratio = (name: string) => (all[name] === null ? NaN : number(name));
  return {
    name: asText(all["name"], "phases.name"),
    visits: number("visits"),
    longest: number("longest"),
    time: number("time"),
    waiting: number("waiting"),
    caused: number("caused"),
    parallel: ratio("parallel_efficiency"),
    loadBalance: ratio("load_balance"),
    communication: ratio("communication_efficiency"),
    serialization: ratio("serialization_efficiency"),
    transfer: ratio("transfer_efficiency"),
  };
}

function replayedPartOf(json: unknown): ReplayedPart {
  const all: JsonObject = asObject(json, "efficiencies_over_time");
  const number = (name: string) => asNumber(all[name], `efficiencies_over_time.${name}`);
  return {
    begin: number("begin"),
    end: number("end"),
    parallel: number("parallel"),
    loadBalance: number("load_balance"),
    serialization: number("serialization"),
    transfer: number("transfer"),
  };
}

/** Reads the efficiencies by replay of parts of the run from `summary`; none where they are not known. */
export function readReplayedParts(json: unknown): ReplayedPart[] {
  const parts = asObject(json, "summary")["efficiencies_over_time"];
  return asList(parts, "efficiencies_over_time").map(replayedPartOf);
}

/** Reads the phases of `findings`; a report of another tool has none. */
export function readPhases(json: unknown): Phase[] {
  const phases = asObject(json, "findings")["phases"];
  return phases === null || phases === undefined ? [] : asList(phases, "phases").map(phaseOf);
}
