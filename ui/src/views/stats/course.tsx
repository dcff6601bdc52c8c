// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

// This file shows how the time went in the course of the window, and how efficient its parts and phases were.

import { useSignal } from "@preact/signals";
import { useMemo } from "preact/hooks";
import { count, percent, seconds } from "base/format";
import { exactTime } from "base/time_axis";
import type { Ink } from "layout/draw_list";
import { factsOf } from "model/facts";
import { type Bins, type Efficiency, type Phase, type ReplayedPart, type Share, efficienciesOf, sharesOf } from "model/stats";
import { go, route } from "state/route";
import { theme } from "state/theme";
import { hashOf } from "state/url";
import { Swatch } from "views/stats/swatch";
import { Chart, type Line } from "views/stats/chart";
import type { StatsModel } from "views/stats/model";
import { Bar, shareInk } from "views/stats/parts";
import { type Column, SortTable } from "widgets/sort_table";

interface CourseProps {
  readonly model: StatsModel;
  readonly bins: Bins;
}

interface Read {
  readonly name: string;
  readonly ink: Ink;
  readonly dash: number;
  readonly text: string;
  readonly is?: string;
}

/** Has names and what was read at the cursor, or of the whole window. */
function Legend({ label, entries, isLine }: { label: string; entries: readonly Read[]; isLine: boolean }) {
  return (
    <ul class="st-legend" tabIndex={0} aria-label={label}>
      {entries.map(({ name, ink, dash, text, is }) => (
        <li key={name}>
          <Swatch ink={ink} dash={dash} isLine={isLine} />
          <span class="st-legend-name">
            {name}
            {is !== undefined && <span class="st-faint"> {is}</span>}
          </span>
          <span class="number">{text}</span>
        </li>
      ))}
    </ul>
  );
}

function spanText(bins: Bins, bin: number): string {
  return `${exactTime(bins.begin[bin]!, bins.ticksPerSecond)} to ${exactTime(bins.end[bin]!, bins.ticksPerSecond)}`;
}

function meanOf(values: Float64Array, bins: Bins): number {
  let sum = 0;
  for (let i = 0; i < bins.size; ++i) sum += values[i]! * (bins.end[i]! - bins.begin[i]!);
  return sum / (bins.end[bins.size - 1]! - bins.begin[0]!);
}

/** Writes "61.2 %", or "58.0 – 61.2 %" where it is only known to be between these. */
function rangeText(bins: Bins, { least, most }: Efficiency, bin: number): string {
  const low = least[bin]!;
  const high = most[bin]!;
  if (Number.isNaN(low)) return bins.largestPossible[bin] === 0 ? "no computation" : "not known";
  return high - low < 0.0005 ? percent(low) : `${percent(low).replace(" %", "")} – ${percent(high)}`;
}

/** Has the looks of lines; upper ends of a range are thinner. */
const kLineColors: readonly (readonly [string, string, number])[] = [
  ["#1a5fb4", "#7fb2f0", 0],
  ["#a1470b", "#f0a45c", 8],
  ["#7a2f8f", "#d59be8", 3],
];

function efficiencyLines(list: readonly Efficiency[], isDark: boolean, isForced: boolean, text: string): Line[] {
  const inks = list.map((_, i) => (isForced ? text : kLineColors[i]![isDark ? 1 : 0]));
  const lines = list.map(({ name, least }, i): Line => ({ name, ink: inks[i]!, values: least, dash: kLineColors[i]![2] }));
  const upper = list.flatMap(({ name, least, most }, i): Line[] =>
    most.some((value, bin) => value - least[bin]! >= 0.0005) ? [{ name: `${name}, at most`, ink: inks[i]!, values: most, dash: kLineColors[i]![2], width: 1 }] : [],
  );
  return [...lines, ...upper];
}

function edgesOf(bins: Bins): Float64Array {
  return Float64Array.from({ length: bins.size + 1 }, (_, i) => (i < bins.size ? bins.begin[i]! : bins.end[bins.size - 1]!));
}

/** Zooms to whole ticks. */
function zoom({ ticksPerSecond }: Bins, from: number, to: number): void {
  go({ from: Math.floor(from) / ticksPerSecond, to: Math.ceil(to) / ticksPerSecond });
}

function ShareChart({ model, bins, shares, cursor, onCursor }: CourseProps & { shares: readonly Share[]; cursor: number; onCursor: (bin: number) => void }) {
  const look = theme.value;
  const lines = useMemo(() => shares.map((share): Line => ({ name: share.name, ink: shareInk(model, share), values: share.shares, dash: 0 })), [shares, look]);
  const edges = useMemo(() => edgesOf(bins), [bins]);
  const at = (share: Share) => (cursor < 0 ? meanOf(share.shares, bins) : share.shares[cursor]!);
  const textOf = (bin: number) => `${spanText(bins, bin)}: ${shares.map(({ name, shares: values }) => `${name} ${percent(values[bin]!)}`).join(", ")}`;
  const entries = shares.map((share, i) => ({ name: share.name, ink: lines[i]!.ink, dash: 0, text: percent(at(share)) }));
  return (
    <section aria-labelledby="st-shares">
      <h2 id="st-shares">
        What threads did <span class="st-faint">{cursor < 0 ? "in the whole window" : spanText(bins, cursor)}</span>
      </h2>
      <div class="st-chart-row">
        <Chart label="What threads did, by part of the window" edges={edges} lines={lines} isStacked theme={look} cursor={cursor} onCursor={onCursor} ticksPerSecond={bins.ticksPerSecond} onZoom={(from, to) => zoom(bins, from, to)} textOf={textOf} />
        <Legend label="Shares" entries={[...entries].reverse()} isLine={false} />
      </div>
    </section>
  );
}

function EfficiencyChart({ bins, list, cursor, onCursor }: CourseProps & { list: readonly Efficiency[]; cursor: number; onCursor: (bin: number) => void }) {
  const look = theme.value;
  const lines = useMemo(() => efficiencyLines(list, look.isDark, look.isForced, look.text), [list, look]);
  const edges = useMemo(() => edgesOf(bins), [bins]);
  const textOf = (bin: number) => `${spanText(bins, bin)}: ${list.map((each) => `${each.name} ${rangeText(bins, each, bin)}`).join(", ")}`;
  const entries = list.map((each, i) => ({ name: each.name, is: each.is, ink: lines[i]!.ink, dash: lines[i]!.dash, text: cursor < 0 ? "" : rangeText(bins, each, cursor) }));
  return (
    <section aria-labelledby="st-efficiencies">
      <h2 id="st-efficiencies">
        How efficient it was <span class="st-faint">{cursor < 0 ? "" : spanText(bins, cursor)}</span>
      </h2>
      <div class="st-chart-row">
        <Chart label="Efficiencies, by part of the window" edges={edges} lines={lines} isStacked={false} theme={look} cursor={cursor} onCursor={onCursor} ticksPerSecond={bins.ticksPerSecond} onZoom={(from, to) => zoom(bins, from, to)} textOf={textOf} />
        <Legend label="Efficiencies" entries={entries} isLine />
      </div>
      <p class="st-faint">
        The POP efficiencies, of each of {count(bins.size)} parts of the window, whose length stands for the run time; 100 % is best. Parallel efficiency is load balance × communication efficiency. A thread that
        computes before others do counts as imbalance, in short parts more than in long ones.
        {lines.length > list.length && " Where activities are not distinguished, two lines say between what an efficiency is, and load balance is not known."}
      </p>
    </section>
  );
}

function BinTable({ bins, shares, list }: Pick<CourseProps, "bins"> & { shares: readonly Share[]; list: readonly Efficiency[] }) {
  const rows = Array.from({ length: bins.size }, (_, i) => i);
  const columns: Column<number>[] = [
    { title: "From", isNumber: true, value: (bin) => bin, cell: (bin) => exactTime(bins.begin[bin]!, bins.ticksPerSecond) },
    ...list.map((each): Column<number> => ({ title: each.name, isNumber: true, value: (bin) => each.least[bin]!, cell: (bin) => rangeText(bins, each, bin) })),
    ...shares.map((share): Column<number> => ({ title: share.name, isNumber: true, value: (bin) => share.shares[bin]!, cell: (bin) => percent(share.shares[bin]!) })),
  ];
  return (
    <div class="st-wide" tabIndex={0} role="region" aria-label="Values by part of the window">
      <SortTable caption="Values by part of the window" columns={columns} rows={rows} first={0} isAscending keyOf={(bin) => bin} />
    </div>
  );
}

function Phases({ phases }: { phases: readonly Phase[] }) {
  const order = new Map(phases.map((phase, i) => [phase, i]));
  const time = (title: string, of: (phase: Phase) => number): Column<Phase> => ({ title, isNumber: true, value: of, cell: (phase) => seconds(of(phase)) });
  const ratio = (title: string, of: (phase: Phase) => number): Column<Phase> => ({ title, isNumber: true, value: of, cell: (phase) => (Number.isNaN(of(phase)) ? "–" : percent(of(phase))) });
  const columns: Column<Phase>[] = [
    { title: "Phase", isNumber: true, value: (phase) => order.get(phase)!, cell: (phase) => phase.name },
    { title: "Visits", isNumber: true, value: (phase) => phase.visits, cell: (phase) => count(phase.visits) },
    time("Longest", (phase) => phase.longest),
    time("All threads", (phase) => phase.time),
    time("Waiting", (phase) => phase.waiting),
    time("Waiting that it caused", (phase) => phase.caused),
    ratio("Parallel efficiency", (phase) => phase.parallel),
    { title: "Bar", isBar: true, value: () => 0, cell: (phase) => !Number.isNaN(phase.parallel) && <Bar share={phase.parallel} /> },
    ratio("Load balance", (phase) => phase.loadBalance),
    ratio("Communication efficiency", (phase) => phase.communication),
    ...(phases.every((phase) => Number.isNaN(phase.transfer)) ? [] : [ratio("Serialization", (phase) => phase.serialization), ratio("Transfer", (phase) => phase.transfer)]),
  ];
  return (
    <section aria-labelledby="st-phases">
      <h2 id="st-phases">
        Phases <span class="st-faint">of the whole run and system</span>
      </h2>
      <div class="st-wide" tabIndex={0} role="region" aria-label="Phases">
        <SortTable caption="Phases" columns={columns} rows={phases} first={0} isAscending keyOf={(phase) => order.get(phase)!} />
      </div>
      <p class="st-faint">What the program marked as phases. The longest time of a thread in a phase stands for the run time.</p>
    </section>
  );
}

/** Has when in the run it was low what threads wait for, and when the network. */
function ReplayedParts({ parts }: { parts: readonly ReplayedPart[] }) {
  const ratio = (title: string, of: (part: ReplayedPart) => number): Column<ReplayedPart> => ({ title, isNumber: true, value: of, cell: (part) => percent(of(part)) });
  const columns: Column<ReplayedPart>[] = [
    { title: "From", isNumber: true, value: (part) => part.begin, cell: (part) => <a href={hashOf({ ...route.value, from: part.begin, to: part.end })}>{seconds(part.begin)}</a> },
    ratio("Parallel efficiency", (part) => part.parallel),
    { title: "Bar", isBar: true, value: () => 0, cell: (part) => <Bar share={part.parallel} /> },
    ratio("Load balance", (part) => part.loadBalance),
    ratio("Serialization", (part) => part.serialization),
    ratio("Transfer", (part) => part.transfer),
  ];
  return (
    <section aria-labelledby="st-replayed">
      <h2 id="st-replayed">
        Efficiencies by replay <span class="st-faint">of {count(parts.length)} parts of the whole run and system</span>
      </h2>
      <div class="st-wide" tabIndex={0} role="region" aria-label="Efficiencies by replay">
        <SortTable caption="Efficiencies by replay" columns={columns} rows={parts} first={0} isAscending keyOf={(part) => part.begin} />
      </div>
      <p class="st-faint">Each part as if it were a run. Parallel efficiency is load balance × serialization × transfer: low serialization says that threads wait for each other, low transfer that they wait for the network.</p>
    </section>
  );
}

export function CoursePage({ model, bins }: CourseProps) {
  const cursor = useSignal(-1);
  const shares = useMemo(() => sharesOf(model.report, bins), [bins]);
  const wasKilled = factsOf(model.report).wasKilled;
  const list = useMemo(() => (wasKilled ? [] : efficienciesOf(bins)), [bins, wasKilled]);
  const phases = model.phases.answer.value;
  const parts = model.replayedParts.answer.value;
  const isOpen = useSignal(false);
  // The table does not change with the cursor.
  const table = useMemo(() => isOpen.value && <BinTable bins={bins} shares={shares} list={list} />, [isOpen.value, bins, shares, list]);
  const at = cursor.value < bins.size ? cursor.value : -1;
  const common = { model, bins, cursor: at, onCursor: (bin: number) => (cursor.value = bin) };
  return (
    <div class="st-page">
      <ShareChart {...common} shares={shares} />
      {!wasKilled && <EfficiencyChart {...common} list={list} />}
      <details class="st-details" open={isOpen.value} onToggle={(event) => (isOpen.value = event.currentTarget.open)}>
        <summary>The same as a table</summary>
        {table}
      </details>
      {parts !== null && parts.length > 0 && <ReplayedParts parts={parts} />}
      {phases !== null && phases.length > 0 && <Phases phases={phases} />}
    </div>
  );
}
