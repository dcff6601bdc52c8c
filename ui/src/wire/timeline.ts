// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

// This file reads answers to requests below /api/v1/timeline (docs/api.md).

import { kActivities, kCollectives, kCorrections, kMessages, kProbes, kStates, kStretches, kTransfers, kWaits } from "generated/tables";
import type { Report } from "model/report";
import type { Field } from "model/tables";
import type { Activities, CauseChain, CauseNode, CausedWaits, Corrections, DelayPart, Edges, Interval, Run, Stretches, Wait, Waits } from "model/timeline";
import { asBoolean, asList, asNumber, asObject, asPosition, asText } from "wire/json";
import { type TableMessage, readRows, sizeOf } from "wire/tables";

/** Reads a run. One of which nothing can be drawn has no more than the problem. */
export function readRun(json: unknown): Run {
  const all = asObject(json, "the run");
  const number = (name: string) => asNumber(all[name] ?? 0, name);
  return {
    ticksPerSecond: number("ticks_per_second"),
    length: number("length"),
    hasEvents: asBoolean(all["trace"], "trace"),
    problem: asText(all["problem"], "problem"),
    waits: number("waits"),
    messages: number("messages"),
    collectives: number("collectives"),
    states: number("states"),
    transfers: number("transfers"),
    stretches: number("critical_path"),
    corrections: number("corrections"),
  };
}

export interface WindowTables {
  readonly activities: Activities;
  readonly waits: Waits;
  readonly isCoarser: boolean; ///< Says that it is coarser than was asked for.
  readonly problem: string;
}

export function readWindow({ facts, table }: TableMessage, report: Report): WindowTables {
  return {
    activities: readRows(table("activities"), kActivities, report),
    waits: readRows(table("waits"), kWaits, report),
    isCoarser: asBoolean(facts["coarser"], "coarser"),
    problem: asText(facts["problem"], "problem"),
  };
}

export function readEdges({ facts, table }: TableMessage, report: Report): Edges {
  return {
    messages: readRows(table("messages"), kMessages, report),
    probes: readRows(table("probes"), kProbes, report),
    collectives: readRows(table("collectives"), kCollectives, report),
    transfers: readRows(table("transfers"), kTransfers, report),
    states: readRows(table("states"), kStates, report),
    hasSent: asBoolean(facts["has_sent"], "has_sent"),
    leftOutMessages: asNumber(facts["left_out_messages"], "left_out_messages"),
    leftOutProbes: asNumber(facts["left_out_probes"], "left_out_probes"),
    leftOutCollectives: asNumber(facts["left_out_collectives"], "left_out_collectives"),
    leftOutTransfers: asNumber(facts["left_out_transfers"], "left_out_transfers"),
    leftOutStates: asNumber(facts["left_out_states"], "left_out_states"),
  };
}

export function readStretches({ table }: TableMessage, report: Report): Stretches {
  return readRows(table("stretches"), kStretches, report);
}

export function readCorrections({ table }: TableMessage, report: Report): Corrections {
  return readRows(table("corrections"), kCorrections, report);
}

/** Reads a wait state, whose members have the names of the columns of wait states. */
function waitOf(json: unknown, report: Report): Wait {
  const all = asObject(json, "wait");
  const { count: _, ...fields } = kWaits;
  const valueOf = ({ name, of }: Field) =>
    of === undefined ? asNumber(all[name], `wait.${name}`) : asPosition(all[name], sizeOf(of, report), `wait.${name}`);
  return Object.fromEntries(Object.entries(fields).map(([key, field]) => [key, valueOf(field)])) as Wait;
}

function intervalOf(json: unknown): Interval | null {
  if (json === null || json === undefined) return null;
  const all = asObject(json, "interval");
  return { from: asNumber(all["from"], "interval.from"), to: asNumber(all["to"], "interval.to") };
}

function delayOf(json: unknown, report: Report): DelayPart {
  const all = asObject(json, "delay");
  return {
    location: asPosition(all["location"], report.locations.size, "delay.location"),
    path: asPosition(all["path"], report.callPaths.size, "delay.path"),
    time: asNumber(all["time"], "delay.time"),
    cost: asNumber(all["cost"], "delay.cost"),
  };
}

function nodeOf(json: unknown, position: number, report: Report): CauseNode {
  const all = asObject(json, "node");
  return {
    wait: waitOf(all["wait"], report),
    parent: asPosition(all["parent"], Math.max(position, 1), "node.parent"),
    cost: asNumber(all["cost"], "node.cost"),
    interval: intervalOf(all["interval"]),
    delays: asList(all["delays"], "node.delays").map((each) => delayOf(each, report)),
  };
}

export function readCause(json: unknown, report: Report): CauseChain {
  const all = asObject(json, "the cause");
  return {
    nodes: asList(all["nodes"], "nodes").map((each, i) => nodeOf(each, i, report)),
    isCut: asBoolean(all["cut"], "cut"),
  };
}

export function readCaused(json: unknown, report: Report): CausedWaits {
  const all = asObject(json, "what was caused");
  const waits = asList(all["waits"], "waits");
  return {
    waits: waits.map((each) => {
      const caused = asObject(each, "waits");
      return { wait: waitOf(caused["wait"], report), through: asPosition(caused["through"], waits.length, "through") };
    }),
    isCut: asBoolean(all["cut"], "cut"),
  };
}
