// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

// This file has the other panels beside the rows: the critical path by rank, where the time of the window
// went, what is seen as a table, and the legend.

import { count, countOf, percent, seconds } from "base/format";
import { seenOf } from "layout/boxes";
import { stretchesSeen } from "layout/critical_path";
import { DrawList, type Ink } from "layout/draw_list";
import { statesSeen } from "layout/states";
import { visibleRows } from "layout/viewport";
import { kNone, locationName, waitName } from "model/report";
import { isCore, kStateNames, stateName, stateText } from "model/states";
import { timesOf } from "model/stats";
import { kNoPosition } from "model/timeline";
import { selectAndReveal, selectionOfBox, stepPath } from "timeline/actions";
import { Canvas } from "timeline/canvas";
import { Times } from "timeline/facts";
import type { Timeline } from "timeline/model";

const kMostRows = 200;

// --- the critical path

interface OnPath {
  readonly location: number;
  time: number;
  stretches: number;
}

function pathByLocation(timeline: Timeline): OnPath[] {
  const stretches = timeline.stretches.value.value;
  if (stretches === null) return [];
  const { from, to } = timeline.view.value;
  const [first, end] = stretchesSeen(stretches, from, to);
  const all = new Map<number, OnPath>();
  for (let i = first; i < end; ++i) {
    const time = Math.min(stretches.end[i]!, to) - Math.max(stretches.begin[i]!, from);
    const location = stretches.location[i]!;
    const sum = all.get(location) ?? { location, time: 0, stretches: 0 };
    sum.time += Math.max(time, 0);
    sum.stretches += stretches.count[i]!;
    all.set(location, sum);
  }
  return [...all.values()].sort((a, b) => b.time - a.time);
}

export function PathPanel({ timeline }: { timeline: Timeline }) {
  const list = pathByLocation(timeline);
  const times = new Times(timeline);
  const sum = list.reduce((all, { time }) => all + time, 0);
  return (
    <>
      <h2>Critical path in this window</h2>
      <p class="tl-group">
        <button type="button" onClick={() => stepPath(timeline, -1)}>
          ‹ Previous
        </button>
        <button type="button" onClick={() => stepPath(timeline, 1)}>
          Next ›
        </button>
        <label class="tl-check">
          Colour
          <select value={timeline.stripColors.value} onChange={(event) => (timeline.stripColors.value = event.currentTarget.value as "path" | "location")}>
            <option value="path">by function</option>
            <option value="location">by location</option>
          </select>
        </label>
      </p>
      <table class="tl-table">
        <thead>
          <tr>
            <th scope="col">Location</th>
            <th scope="col" class="tl-number">
              On the path
            </th>
            <th scope="col" class="tl-number">
              Part
            </th>
            <th scope="col" class="tl-number">
              Stretches
            </th>
          </tr>
        </thead>
        <tbody>
          {list.slice(0, kMostRows).map((each) => (
            <tr key={each.location}>
              <td>{locationName(timeline.report, each.location)}</td>
              <td class="tl-number">{times.long(each.time)}</td>
              <td class="tl-number">{percent(each.time / sum)}</td>
              <td class="tl-number">{count(each.stretches)}</td>
            </tr>
          ))}
        </tbody>
      </table>
      {list.length > kMostRows && <p class="tl-note">These are the first {kMostRows}.</p>}
    </>
  );
}

// --- where the time went

interface Bar {
  readonly name: string;
  readonly value: number;
}

function Bars({ title, bars, sum }: { title: string; bars: readonly Bar[]; sum: number }) {
  return (
    <table class="tl-table tl-bars">
      <caption>{title}</caption>
      <tbody>
        {bars.slice(0, kMostRows).map(({ name, value }, i) => (
          <tr key={i}>
            <th scope="row">
              {name}
              <span class="tl-bar" aria-hidden="true">
                <span style={{ width: `${(100 * value) / Math.max(sum, Number.MIN_VALUE)}%` }} />
              </span>
            </th>
            <td class="tl-number">{seconds(value)}</td>
            <td class="tl-number">{percent(value / sum)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function byName(values: Iterable<readonly [name: string, value: number]>): Bar[] {
  const sums = new Map<string, number>();
  for (const [name, value] of values) if (value > 0) sums.set(name, (sums.get(name) ?? 0) + value);
  return [...sums].map(([name, value]) => ({ name, value })).sort((a, b) => b.value - a.value);
}

export function TimePanel({ timeline }: { timeline: Timeline }) {
  const bins = timeline.times.value.value;
  if (timeline.times.problem.value !== "") return <p role="alert">{timeline.times.problem.value}</p>;
  if (bins === null) return <p class="tl-note">…</p>;
  const { report } = timeline;
  const times = timesOf(bins);
  const ofPaths = Array.from(times.byPath, (value, path) => [report.regions.name[report.callPaths.region[path]!]!, value] as const);
  const functions = byName([...ofPaths, ["idle, or not recorded", times.idle]]);
  if (times.unknown > 0) functions.push({ name: "too short to distinguish: zoom in", value: times.unknown });
  const waits = byName([...times.waits].map(([metric, value]) => [waitName(report, metric), value]));
  return (
    <>
      <h2>Time of what is seen</h2>
      <p class="tl-note">Of {countOf(visibleRows(timeline.viewport()).reduce((a, b) => b - a), "row")} in this window, {seconds(times.all)} in all.</p>
      <Bars title="By function, without what it calls" bars={functions} sum={times.all} />
      {waits.length > 0 && <Bars title={bins.waitsAreExact ? "Waiting, by kind" : "Waiting, by kind (about)"} bars={waits} sum={times.all} />}
    </>
  );
}

// --- as a table

interface TableRow {
  readonly location: number;
  readonly what: string;
  readonly begin: number;
  readonly end: number;
  readonly note: string;
  readonly select: () => void;
}

function activityRows(timeline: Timeline, location: number, from: number, to: number): TableRow[] {
  const boxes = timeline.boxes.value;
  const { activities, report } = boxes;
  const [first, end] = seenOf(boxes, location, from, to);
  return Array.from({ length: Math.min(end - first, kMostRows) }, (_, n) => {
    const i = first + n;
    const at = activities.path[i]!;
    const path = at === kNoPosition ? kNone : at;
    const part = { location, path, begin: activities.begin[i]!, end: activities.end[i]! };
    const many = activities.count[i]!;
    return {
      ...part,
      what: path === kNone ? "idle, or not recorded" : report.names.node(path),
      note: many > 1 ? `${count(many)} activities` : "",
      select: () => selectAndReveal(timeline, selectionOfBox(part)),
    };
  });
}

function waitRows(timeline: Timeline, location: number, from: number, to: number): TableRow[] {
  const answer = timeline.window.value.value;
  if (answer === null || !timeline.layers.value.has("waits")) return [];
  const { waits, waitIndex } = answer;
  const rows: TableRow[] = [];
  for (let i = waitIndex.begin(location); i < waitIndex.end(location) && rows.length < kMostRows; ++i) {
    if (waits.end[i]! <= from || waits.begin[i]! >= to || waits.metric[i] === kNoPosition) continue;
    const wait = waits.wait[i]!;
    rows.push({
      location,
      what: waitName(timeline.report, waits.metric[i]!),
      begin: waits.begin[i]!,
      end: waits.end[i]!,
      note: waits.cause[i] === kNoPosition ? "wait state" : `wait state, for ${locationName(timeline.report, waits.cause[i]!)}`,
      select: () => timeline.select({ kind: "wait", location, wait }),
    });
  }
  return rows;
}

function stateRows(timeline: Timeline, location: number, from: number, to: number): TableRow[] {
  const { report } = timeline;
  const data = timeline.sceneData.value.states;
  const isThere = isCore(report, location) ? timeline.showsCores.value : timeline.showsStates.value;
  if (data === null || !isThere) return [];
  const [first, behind] = statesSeen(data, location, from, to);
  return Array.from({ length: Math.min(behind - first, kMostRows) }, (_, n) => {
    const i = first + n;
    const end = data.states.end[i]!;
    return {
      location,
      what: stateText(report, data.states, i),
      begin: data.states.begin[i]!,
      end,
      note: "state",
      select: () => selectAndReveal(timeline, { kind: "state", location, end }),
    };
  });
}

function tableRows(timeline: Timeline): { rows: TableRow[]; isCut: boolean } {
  const view = timeline.viewport();
  const rows: TableRow[] = [];
  const [first, end] = visibleRows(view);
  for (let row = first; row < end && rows.length <= kMostRows; ++row) {
    const location = timeline.rows.value.location[row]!;
    const own = [...activityRows(timeline, location, view.from, view.to), ...waitRows(timeline, location, view.from, view.to), ...stateRows(timeline, location, view.from, view.to)];
    rows.push(...own.sort((a, b) => a.begin - b.begin || b.end - a.end));
  }
  return { rows: rows.slice(0, kMostRows), isCut: rows.length > kMostRows };
}

export function TablePanel({ timeline }: { timeline: Timeline }) {
  const { rows, isCut } = tableRows(timeline);
  const times = new Times(timeline);
  return (
    <>
      <h2>What is seen, as a table</h2>
      {isCut && <p class="tl-note">These are the first {kMostRows} rows; zoom in or scroll to see others.</p>}
      <table class="tl-table">
        <thead>
          <tr>
            <th scope="col">Location</th>
            <th scope="col">What</th>
            <th scope="col" class="tl-number">
              Begin
            </th>
            <th scope="col" class="tl-number">
              Length
            </th>
          </tr>
        </thead>
        <tbody>
          {rows.map((row, i) => (
            <tr key={i}>
              <td>{locationName(timeline.report, row.location)}</td>
              <td>
                <button type="button" class="tl-link" onClick={row.select}>
                  {row.what}
                </button>
                {row.note !== "" && <span class="tl-note"> {row.note}</span>}
              </td>
              <td class="tl-number">{times.at(row.begin)}</td>
              <td class="tl-number">{times.long(row.end - row.begin)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </>
  );
}

// --- the legend

function Swatch({ timeline, ink }: { timeline: Timeline; ink: Ink }) {
  const draw = ({ width, height }: { width: number; height: number }) => {
    const list = new DrawList();
    const color = list.color(ink);
    list.rect(0, 0, width, height, color);
    list.frame(0, 0, width, height, list.color(typeof ink === "string" ? timeline.paints.peek().theme.line : ink.color));
    return { list, font: timeline.paints.peek().theme.font };
  };
  return (
    <span class="tl-swatch">
      <Canvas class="tl-picture" draw={draw} depends={() => timeline.paints.value} />
    </span>
  );
}

function seenRegions(timeline: Timeline): number[] {
  const boxes = timeline.boxes.value;
  const times = new Map<number, number>();
  const { activities, report } = boxes;
  for (let i = 0; i < activities.size; ++i) {
    const path = activities.path[i]!;
    if (path === kNoPosition) continue;
    const region = report.callPaths.region[path]!;
    times.set(region, (times.get(region) ?? 0) + activities.end[i]! - activities.begin[i]!);
  }
  return [...times].sort((a, b) => b[1] - a[1]).slice(0, 30).map(([region]) => region);
}

/** Returns the kinds of states that have come. */
function seenStates(timeline: Timeline): number[] {
  const { metrics } = timeline.report;
  const seen = new Set(timeline.edges.value.value?.states.metric ?? []);
  return [...kStateNames.keys()].map((id) => metrics.findIndex((each) => each.id === id)).filter((metric) => seen.has(metric));
}

export function LegendPanel({ timeline }: { timeline: Timeline }) {
  const { report } = timeline;
  const paints = timeline.paints.value;
  const waits = timeline.window.value.value?.waits;
  const kinds = [...new Set(waits?.metric ?? [])].filter((metric) => metric !== kNoPosition);
  const states = timeline.showsStates.value ? seenStates(timeline) : [];
  const lines: [string, string][] = [
    ["Messages", paints.messages],
    ["From a message to the probe that saw it (dotted)", paints.messages],
    ["Partitions of messages", paints.transfers],
    ["Collective operations (dashed)", paints.collectives],
    ...(timeline.showsStates.value ? [["A thread that woke another one (long dashes)", paints.wakeUps] as [string, string]] : []),
    ["Critical path: the band below the boxes", paints.path],
    ["Corrected clock: a mark at the upper edge", paints.correction],
  ];
  const list = (entries: readonly (readonly [string, Ink])[]) => (
    <ul class="tl-legend">
      {entries.map(([name, ink]) => (
        <li key={`${name} ${JSON.stringify(ink)}`}>
          <Swatch timeline={timeline} ink={ink} />
          {name}
        </li>
      ))}
    </ul>
  );
  return (
    <>
      <h2>Wait states</h2>
      {kinds.length === 0 ? <p class="tl-note">There are none here.</p> : list(kinds.map((metric) => [waitName(report, metric), paints.wait(metric)]))}
      {states.length > 0 && (
        <>
          <h2>States of threads</h2>
          <p class="tl-note">The thin band below the boxes says why a thread had no core. Where there is none, it ran.</p>
          {list(states.map((metric) => [stateName(report, metric), paints.state(metric)]))}
        </>
      )}
      <h2>Lines</h2>
      {list(lines)}
      <h2>Functions</h2>
      {!paints.theme.isForced && <p class="tl-note">MPI is of warm colours, OpenMP of violet ones, other libraries of olive ones, the program itself of green and blue ones. Where several short calls share a pixel, it has the colour of the one with most of the time, paler the less of it that was.</p>}
      {list(seenRegions(timeline).map((region) => [report.regions.name[region]!, paints.fill(region, 255, false)]))}
    </>
  );
}

