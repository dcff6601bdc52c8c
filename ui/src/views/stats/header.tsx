// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

// This file shows what the statistics are of: a window of time and a part of the system.

import { seconds } from "base/format";
import { exactTime } from "base/time_axis";
import { partOf, partText } from "model/parts";
import { locationName } from "model/report";
import type { Run } from "model/timeline";
import { go } from "state/route";
import type { StatsModel } from "views/stats/model";

const kMostListed = 3000;

/** Has the parts of the system, as a list to choose of. */
function PartChoice({ model }: { model: StatsModel }) {
  const { nodes, ranks, locations } = model.report;
  const part = model.part.value;
  const hasThreads = locations.size > ranks.size;
  const list = (kind: "node" | "rank" | "location", size: number, name: (position: number) => string) => (
    <optgroup label={{ node: "Nodes", rank: "Processes", location: "Threads" }[kind]}>
      {Array.from({ length: Math.min(size, kMostListed) }, (_, position) => (
        <option key={position} value={partText({ kind, position })}>
          {name(position)}
        </option>
      ))}
    </optgroup>
  );
  const isListed = part === null || part.position < kMostListed;
  return (
    <label class="st-group">
      Of
      <select value={part === null ? "" : partText(part)} onChange={(event) => go({ part: partOf(event.currentTarget.value) })}>
        <option value="">the whole system</option>
        {!isListed && <option value={partText(part)}>{`${part.kind} ${part.position}`}</option>}
        {nodes.size > 1 && list("node", nodes.size, (node) => nodes.name[node]!)}
        {list("rank", ranks.size, (rank) => `rank ${ranks.rank[rank]!}`)}
        {hasThreads && list("location", locations.size, (location) => locationName(model.report, location))}
      </select>
    </label>
  );
}

function TimeField({ label, ticks, run, onChange }: { label: string; ticks: number; run: Run; onChange: (seconds: number | null) => void }) {
  const text = exactTime(ticks, run.ticksPerSecond).replace(" s", "");
  return (
    <label class="st-group">
      {label}
      <input
        type="text"
        inputMode="decimal"
        class="st-time"
        value={text}
        onChange={(event) => {
          const given = event.currentTarget.value.trim().replace(/\s*s$/, "");
          const value = Number(given);
          if (given !== "" && Number.isFinite(value) && value >= 0) onChange(value);
          else event.currentTarget.value = text;
        }}
      />
      s
    </label>
  );
}

export function Header({ model, run }: { model: StatsModel; run: Run }) {
  const [from, to] = model.window.value;
  return (
    <div class="st-header">
      <TimeField label="From" ticks={from} run={run} onChange={(value) => go({ from: value })} />
      <TimeField label="to" ticks={to} run={run} onChange={(value) => go({ to: value })} />
      <span class="st-span">
        {model.isWhole.value ? `the whole run, ${seconds(run.length / run.ticksPerSecond)}` : `${seconds((to - from) / run.ticksPerSecond)} of ${seconds(run.length / run.ticksPerSecond)}`}
      </span>
      <button type="button" disabled={model.isWhole.value} onClick={() => go({ from: null, to: null })}>
        Whole run
      </button>
      <PartChoice model={model} />
      <a class="st-timeline" href={model.timelineHash(model.locations.value?.[0] ?? null)}>
        This window on the timeline
      </a>
    </div>
  );
}
