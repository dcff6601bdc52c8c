// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

// Answers to requests below /api/v1/timeline (docs/api.md).

import type { Report } from "model/report";
import type {
  Activities,
  CauseChain,
  CauseNode,
  CausedWaits,
  Collectives,
  Corrections,
  DelayPart,
  Edges,
  Interval,
  Messages,
  Probes,
  Run,
  Stretches,
  Transfers,
  Wait,
  Waits,
} from "model/timeline";
import { asBoolean, asList, asNumber, asObject, asPosition, asText } from "wire/json";
import { type TableMessage, type WireTable } from "wire/tables";

/** A run of which nothing can be drawn has no more than the problem. */
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
    transfers: number("transfers"),
    stretches: number("critical_path"),
    corrections: number("corrections"),
  };
}

/** Positions in a report's lists. */
class Positions {
  constructor(
    private readonly report: Report,
    private readonly table: WireTable,
  ) {}

  location(name = "location", nowhere: "nowhere" | "there" = "there"): Uint32Array {
    return this.table.positions(name, this.report.locations.size, nowhere);
  }
  path(name = "path"): Uint32Array {
    return this.table.positions(name, this.report.callPaths.size, "nowhere");
  }
  metric(): Uint32Array {
    return this.table.positions("metric", this.report.metrics.length, "nowhere");
  }
}

export interface WindowTables {
  readonly activities: Activities;
  readonly waits: Waits;
  readonly isCoarser: boolean; ///< than was asked for
  readonly problem: string;
}

function activitiesOf(table: WireTable, report: Report): Activities {
  const positions = new Positions(report, table);
  return {
    size: table.size,
    location: positions.location(),
    begin: table.column("begin", "f64"),
    end: table.column("end", "f64"),
    path: positions.path(),
    count: table.column("count", "u32"),
    share: table.column("share", "u8"),
  };
}

function waitsOf(table: WireTable, report: Report): Waits {
  const positions = new Positions(report, table);
  return {
    size: table.size,
    location: positions.location(),
    begin: table.column("begin", "f64"),
    end: table.column("end", "f64"),
    metric: positions.metric(),
    path: positions.path(),
    cause: positions.location("cause", "nowhere"),
    amount: table.column("amount", "f64"),
    count: table.column("count", "u32"),
    wait: table.column("wait", "u32"),
    direct: table.column("direct", "f64"),
    further: table.column("further", "f64"),
  };
}

export function readWindow({ facts, table }: TableMessage, report: Report): WindowTables {
  return {
    activities: activitiesOf(table("activities"), report),
    waits: waitsOf(table("waits"), report),
    isCoarser: asBoolean(facts["coarser"], "coarser"),
    problem: asText(facts["problem"], "problem"),
  };
}

function messagesOf(table: WireTable, report: Report): Messages {
  const positions = new Positions(report, table);
  return {
    size: table.size,
    sender: positions.location("sender"),
    receiver: positions.location("receiver"),
    sent: table.column("sent", "f64"),
    received: table.column("received", "f64"),
    bytes: table.column("bytes", "f64"),
    count: table.column("count", "u32"),
  };
}

function probesOf(table: WireTable, report: Report): Probes {
  const positions = new Positions(report, table);
  return {
    size: table.size,
    prober: positions.location("prober"),
    seen: table.column("seen", "f64"),
    path: positions.path(),
    sender: positions.location("sender"),
    sent: table.column("sent", "f64"),
    bytes: table.column("bytes", "f64"),
  };
}

function collectivesOf(table: WireTable, report: Report): Collectives {
  const positions = new Positions(report, table);
  return {
    size: table.size,
    location: positions.location(),
    begin: table.column("begin", "f64"),
    end: table.column("end", "f64"),
    group: table.column("group", "u32"),
    instance: table.column("instance", "u32"),
    path: positions.path(),
  };
}

function transfersOf(table: WireTable, report: Report): Transfers {
  const positions = new Positions(report, table);
  return {
    size: table.size,
    sender: positions.location("sender"),
    ready: table.column("ready", "f64"),
    receiver: positions.location("receiver", "nowhere"),
    arrived: table.column("arrived", "f64"),
    completer: positions.location("completer", "nowhere"),
    completed: table.column("completed", "f64"),
    owner: positions.location("owner"),
    receive: table.column("receive", "u32"),
    sendPartition: table.column("send_partition", "u32"),
    receivePartition: table.column("receive_partition", "u32"),
    bytes: table.column("bytes", "f64"),
  };
}

export function readEdges({ facts, table }: TableMessage, report: Report): Edges {
  return {
    messages: messagesOf(table("messages"), report),
    probes: probesOf(table("probes"), report),
    collectives: collectivesOf(table("collectives"), report),
    transfers: transfersOf(table("transfers"), report),
    hasSent: asBoolean(facts["has_sent"], "has_sent"),
    leftOutMessages: asNumber(facts["left_out_messages"], "left_out_messages"),
    leftOutProbes: asNumber(facts["left_out_probes"], "left_out_probes"),
    leftOutCollectives: asNumber(facts["left_out_collectives"], "left_out_collectives"),
    leftOutTransfers: asNumber(facts["left_out_transfers"], "left_out_transfers"),
  };
}

export function readStretches(message: TableMessage, report: Report): Stretches {
  const table = message.table("stretches");
  const positions = new Positions(report, table);
  return {
    size: table.size,
    location: positions.location(),
    begin: table.column("begin", "f64"),
    end: table.column("end", "f64"),
    path: positions.path(),
    from: positions.location("from", "nowhere"),
    metric: positions.metric(),
    waitPath: positions.path("wait_path"),
    count: table.column("count", "u32"),
    position: table.column("position", "f64"),
  };
}

export function readCorrections(message: TableMessage, report: Report): Corrections {
  const table = message.table("corrections");
  return {
    size: table.size,
    location: new Positions(report, table).location(),
    time: table.column("time", "f64"),
    shift: table.column("shift", "f64"),
  };
}

function waitOf(json: unknown, report: Report): Wait {
  const all = asObject(json, "wait");
  const number = (name: string) => asNumber(all[name], `wait.${name}`);
  return {
    location: asPosition(all["location"], report.locations.size, "wait.location"),
    wait: number("wait"),
    begin: number("begin"),
    end: number("end"),
    metric: asPosition(all["metric"], report.metrics.length, "wait.metric"),
    path: asPosition(all["path"], report.callPaths.size, "wait.path"),
    cause: asPosition(all["cause"], report.locations.size, "wait.cause"),
    amount: number("amount"),
    direct: number("direct"),
    further: number("further"),
  };
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
