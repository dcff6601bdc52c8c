// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

// This file describes a thing on the timeline, as a title and pairs of names and values.

import { bytes, count, countOf, percent, seconds } from "base/format";
import { exactLength, exactTime } from "base/time_axis";
import { type Box, activityAt } from "layout/boxes";
import { stretchName } from "layout/critical_path";
import { type Line, seenEnd } from "layout/lines";
import type { Hit } from "layout/scene";
import { kNone, locationName, waitName } from "model/report";
import type { Selection } from "model/selection";
import { entryOfState, stateName, stateText } from "model/states";
import { type Stretches, type Wait, kNoPosition, waitOfRow } from "model/timeline";
import type { Timeline } from "timeline/model";

export interface Facts {
  readonly title: string;
  readonly rows: readonly (readonly [string, string])[];
  readonly location: number; ///< Is where it is, or kNone.
  readonly path: number; ///< Is the call path that it is on, or kNone.
}

/** Writes a time since the run's begin in full; and how long something takes, short. */
export class Times {
  private readonly rate: number;
  constructor(timeline: Timeline) {
    this.rate = timeline.run.value?.ticksPerSecond ?? 1;
  }
  at(ticks: number): string {
    return exactTime(ticks, this.rate);
  }
  long(ticks: number): string {
    return seconds(ticks / this.rate);
  }
  exactly(ticks: number): string {
    return exactLength(ticks, this.rate);
  }
}

function positionOf(value: number): number {
  return value === kNoPosition ? kNone : value;
}

function severalOf(many: number, share: number): string {
  return `${count(many)} short ones, ${percent(share / 255)} of the time in this one`;
}

export function factsOfBox(timeline: Timeline, box: Box): Facts {
  const { report } = timeline;
  const times = new Times(timeline);
  const { activities, index } = timeline.boxes.value;
  const many = box.first === box.last ? activities.count[box.first]! : 1;
  const rows: [string, string][] = [["Location", locationName(report, box.location)]];
  if (box.path !== kNone) rows.push(["Call path", report.names.path(box.path)]);
  const isCut = many === 1 && box.first === index.begin(box.location) && box.begin > 0;
  rows.push(["Begin", `${isCut ? "not after " : ""}${times.at(box.begin)}`], ["Length", times.exactly(box.end - box.begin)]);
  if (many > 1) rows.push(["Activities", severalOf(many, activities.share[box.first]!)]);
  const title = box.path === kNone ? "Idle, or not recorded" : report.names.node(box.path);
  return { title, rows, location: box.location, path: box.path };
}

export function factsOfWait(timeline: Timeline, wait: Wait, many = 1): Facts {
  const { report } = timeline;
  const times = new Times(timeline);
  const rows: [string, string][] = [
    ["Location", locationName(report, wait.location)],
    ["Call path", wait.path === kNone ? "–" : report.names.path(wait.path)],
    ["Begin", times.at(wait.begin)],
    ["Waited", many > 1 ? `${times.exactly(wait.amount)} in ${countOf(many, "wait state")}` : times.exactly(wait.amount)],
    ["Waited for", wait.cause === kNone ? "not known" : locationName(report, wait.cause)],
    ["Direct", `${times.exactly(wait.direct)} (${percent(wait.direct / wait.amount)})`],
    ["Indirect", `${times.exactly(wait.amount - wait.direct)} (${percent(1 - wait.direct / wait.amount)})`],
    ["Caused further on", times.exactly(wait.further)],
  ];
  return { title: wait.metric === kNone ? "Wait state" : waitName(report, wait.metric), rows, location: wait.location, path: wait.path };
}

/** Returns a row of the table of wait states. */
export function waitOfEntry(timeline: Timeline, entry: number): Wait {
  return waitOfRow(timeline.window.value.value!.waits, entry);
}

function factsOfMessage(timeline: Timeline, line: Line): Facts {
  const { report } = timeline;
  const { messages } = timeline.edges.value.value!;
  const times = new Times(timeline);
  const i = line.entry;
  const rows: [string, string][] = [
    ["From", locationName(report, messages.sender[i]!)],
    ["To", locationName(report, messages.receiver[i]!)],
    ["Sent", times.at(messages.sent[i]!)],
    ["Received", times.at(messages.received[i]!)],
    ["Under way", times.exactly(messages.received[i]! - messages.sent[i]!)],
    ["Size", line.count > 1 ? `${bytes(line.bytes)} in all` : bytes(line.bytes)],
  ];
  return { title: line.count > 1 ? `${count(line.count)} messages, one of which:` : "Message", rows, location: messages.receiver[i]!, path: kNone };
}

function factsOfProbe(timeline: Timeline, i: number): Facts {
  const { report } = timeline;
  const { probes } = timeline.edges.value.value!;
  const times = new Times(timeline);
  const path = probes.path[i]!;
  const rows: [string, string][] = [
    ["From", locationName(report, probes.sender[i]!)],
    ["Probed by", locationName(report, probes.prober[i]!)],
    ["Call path", report.names.path(path)],
    ["Sent", times.at(probes.sent[i]!)],
    ["Seen", times.at(probes.seen[i]!)],
    ["Size", bytes(probes.bytes[i]!)],
  ];
  return { title: "Message that was probed", rows, location: probes.prober[i]!, path };
}

function factsOfTransfer(timeline: Timeline, line: Line): Facts {
  const { report } = timeline;
  const { transfers } = timeline.edges.value.value!;
  const times = new Times(timeline);
  const i = line.entry;
  const end = seenEnd(transfers, i);
  const rows: [string, string][] = [
    ["From", `${locationName(report, transfers.sender[i]!)}, partition ${transfers.sendPartition[i]!}`],
    ["To", `${locationName(report, transfers.owner[i]!)}, partition ${transfers.receivePartition[i]!}`],
    ["Ready", times.at(transfers.ready[i]!)],
  ];
  if (end !== null) rows.push([end.how === "arrived" ? "Seen to have arrived" : "Receive complete", `${times.at(end.time)}, by ${locationName(report, end.location)}`]);
  rows.push(["Size", bytes(line.bytes)]);
  return { title: line.count > 1 ? `${count(line.count)} partitions, one of which:` : "Partition", rows, location: transfers.owner[i]!, path: kNone };
}

function factsOfCollective(timeline: Timeline, group: number, instance: number): Facts {
  const { collectives } = timeline.edges.value.value!;
  const times = new Times(timeline);
  const parts = Array.from({ length: collectives.size }, (_, i) => i).filter((i) => collectives.group[i] === group && collectives.instance[i] === instance);
  const first = parts[0]!;
  const last = parts.reduce((a, b) => (collectives.begin[b]! > collectives.begin[a]! ? b : a), first);
  const path = positionOf(collectives.path[first]!);
  const rows: [string, string][] = [
    ["Parts seen", count(parts.length)],
    ["First begin", times.at(Math.min(...parts.map((i) => collectives.begin[i]!)))],
    ["Last begin", `${times.at(collectives.begin[last]!)}, ${locationName(timeline.report, collectives.location[last]!)}`],
    ["Last end", times.at(Math.max(...parts.map((i) => collectives.end[i]!)))],
  ];
  return { title: path === kNone ? "Collective operation" : `${timeline.report.names.node(path)}, all parts`, rows, location: collectives.location[first]!, path };
}

function factsOfStretch(timeline: Timeline, stretches: Stretches, i: number): Facts {
  const { report } = timeline;
  const times = new Times(timeline);
  const path = positionOf(stretches.path[i]!);
  const rows: [string, string][] = [
    ["Location", locationName(report, stretches.location[i]!)],
    ["Call path", path === kNone ? "–" : report.names.path(path)],
    ["Begin", times.at(stretches.begin[i]!)],
    ["Length", times.exactly(stretches.end[i]! - stretches.begin[i]!)],
    ["Stretch", count(stretches.position[i]! + 1)],
  ];
  if (stretches.count[i]! > 1) rows.push(["Stands for", countOf(stretches.count[i]!, "short stretch", "short stretches")]);
  const from = positionOf(stretches.from[i]!);
  const metric = positionOf(stretches.metric[i]!);
  if (from !== kNone) rows.push(["Came from", locationName(report, from)]);
  if (metric !== kNone) rows.push(["Through", waitName(report, metric)]);
  return { title: `Critical path: ${stretchName(report, stretches, i)}`, rows, location: stretches.location[i]!, path };
}

/** Describes time without a core, or what a core ran. */
function factsOfState(timeline: Timeline, i: number): Facts {
  const { report } = timeline;
  const { states } = timeline.edges.value.value!;
  const times = new Times(timeline);
  const location = states.location[i]!;
  const length = states.end[i]! - states.begin[i]!;
  const text = stateText(report, states, i);
  const rows: [string, string][] = [
    ["Location", locationName(report, location)],
    ["Begin", times.at(states.begin[i]!)],
    ["Length", times.exactly(length)],
  ];
  return { title: `${text[0]!.toUpperCase()}${text.slice(1)}, ${times.long(length)}`, rows, location, path: kNone };
}

function factsOfWakeUp(timeline: Timeline, line: Line): Facts {
  const { report } = timeline;
  const { states } = timeline.edges.value.value!;
  const times = new Times(timeline);
  const i = line.entry;
  const rows: [string, string][] = [
    ["Woken", locationName(report, states.location[i]!)],
    ["By", locationName(report, states.cause[i]!)],
    ["Time", times.at(states.end[i]!)],
    ["Had been", `${stateName(report, states.metric[i]!)}, ${times.exactly(states.end[i]! - states.begin[i]!)}`],
  ];
  return { title: line.count > 1 ? `${count(line.count)} wake-ups, one of which:` : "Wake-up", rows, location: states.location[i]!, path: kNone };
}

function factsOfLine(timeline: Timeline, line: Line): Facts {
  if (line.kind === "message") return factsOfMessage(timeline, line);
  if (line.kind === "probe") return factsOfProbe(timeline, line.entry);
  if (line.kind === "transfer") return factsOfTransfer(timeline, line);
  if (line.kind === "wakeup") return factsOfWakeUp(timeline, line);
  const { collectives } = timeline.edges.value.value!;
  return factsOfCollective(timeline, collectives.group[line.entry]!, collectives.instance[line.entry]!);
}

export function factsOfHit(timeline: Timeline, hit: Hit): Facts {
  if (hit.kind === "box") return factsOfBox(timeline, hit.box);
  if (hit.kind === "line") return factsOfLine(timeline, hit.line);
  if (hit.kind === "wait") return factsOfWait(timeline, waitOfEntry(timeline, hit.entry), timeline.window.value.value!.waits.count[hit.entry]!);
  if (hit.kind === "stretch") return factsOfStretch(timeline, timeline.stretches.value.value!, hit.entry);
  if (hit.kind === "state") return factsOfState(timeline, hit.entry);
  const corrections = timeline.corrections.value.value!;
  const shift = corrections.shift[hit.entry]!;
  const times = new Times(timeline);
  const location = corrections.location[hit.entry]!;
  const rows: [string, string][] = [
    ["Location", locationName(timeline.report, location)],
    ["Time", times.at(corrections.time[hit.entry]!)],
    ["Shift", `${times.exactly(Math.abs(shift))} ${shift < 0 ? "earlier" : "later"} than recorded`],
  ];
  return { title: "Corrected clock", rows, location, path: kNone };
}

function find(size: number, is: (i: number) => boolean): number {
  for (let i = 0; i < size; ++i) if (is(i)) return i;
  return kNone;
}

function lineOf(kind: Line["kind"], entry: number, many: number, size: number): Line {
  return { kind, entry, count: many, bytes: size, x1: 0, y1: 0, x2: 0, y2: 0 };
}

/** Returns what is known of a selection; null where it is not among what has come. */
export function factsOfSelection(timeline: Timeline, selection: Selection): Facts | null {
  const edges = timeline.edges.value.value;
  const stretches = timeline.stretches.value.value;
  if (selection.kind === "wait") {
    const chain = timeline.chain.value.value;
    const wait = chain?.nodes[0]?.wait;
    return wait?.location === selection.location && wait.wait === selection.wait ? factsOfWait(timeline, wait) : null;
  }
  if (selection.kind === "call") return factsOfCall(timeline, selection);
  if (selection.kind === "stretch") {
    if (stretches === null) return null;
    const i = find(stretches.size, (each) => stretches.position[each]! <= selection.position && selection.position < stretches.position[each]! + stretches.count[each]!);
    return i === kNone ? null : factsOfStretch(timeline, stretches, i);
  }
  if (edges === null) return null;
  if (selection.kind === "state") {
    const i = entryOfState(edges.states, selection.location, selection.end);
    return i === kNone ? null : factsOfState(timeline, i);
  }
  if (selection.kind === "message") {
    const { messages: m } = edges;
    const i = find(m.size, (each) => m.sender[each] === selection.sender && m.receiver[each] === selection.receiver && m.sent[each] === selection.sent && m.received[each] === selection.received);
    return i === kNone ? null : factsOfMessage(timeline, lineOf("message", i, m.count[i]!, m.bytes[i]!));
  }
  if (selection.kind === "probe") {
    const { probes: p } = edges;
    const i = find(p.size, (each) => p.prober[each] === selection.prober && p.seen[each] === selection.seen && p.sender[each] === selection.sender && p.sent[each] === selection.sent);
    return i === kNone ? null : factsOfProbe(timeline, i);
  }
  if (selection.kind === "transfer") {
    const { transfers: t } = edges;
    const i = find(t.size, (each) => t.owner[each] === selection.owner && t.receive[each] === selection.receive && t.sendPartition[each] === selection.sendPartition && t.receivePartition[each] === selection.receivePartition);
    return i === kNone ? null : factsOfTransfer(timeline, lineOf("transfer", i, 1, t.bytes[i]!));
  }
  const { collectives: c } = edges;
  const isThere = find(c.size, (each) => c.group[each] === selection.group && c.instance[each] === selection.instance) !== kNone;
  return isThere ? factsOfCollective(timeline, selection.group, selection.instance) : null;
}

/** Describes a call, even where it is not in what has come. */
function factsOfCall(timeline: Timeline, call: Extract<Selection, { kind: "call" }>): Facts | null {
  const { report } = timeline;
  const path = call.path - 1;
  if (call.location >= report.locations.size || path >= report.callPaths.size) return null;
  const times = new Times(timeline);
  const rows: [string, string][] = [["Location", locationName(report, call.location)]];
  if (path !== kNone) rows.push(["Call path", report.names.path(path)]);
  rows.push(["Begin", times.at(call.begin)], ["End", times.at(call.end)], ["Length", times.exactly(call.end - call.begin)]);
  const boxes = timeline.boxes.value;
  const activity = activityAt(boxes, call.location, call.begin);
  const { begin, end, count: many, share } = boxes.activities;
  if (activity !== kNone && begin[activity] === call.begin && end[activity] === call.end && many[activity]! > 1)
    rows.push(["Activities", severalOf(many[activity]!, share[activity]!)]);
  return { title: path === kNone ? "Idle, or not recorded" : report.names.node(path), rows, location: call.location, path };
}

/** Writes facts as a sentence, for who cannot see the picture. */
export function sentenceOf(facts: Facts): string {
  return `${facts.title}. ${facts.rows.map(([name, value]) => `${name}: ${value}`).join(". ")}.`;
}
