// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

import { useComputed, useSignal } from "@preact/signals";
import { percent, seconds } from "base/format";
import { type FlameBox, boxAfter, boxAtPoint, flameOf, kAll, kFlameRow, layoutFlame } from "layout/flame";
import { callsOf } from "model/calls";
import { kNone } from "model/report";
import { type Bins, type Times, kUnknown } from "model/stats";
import { inclusiveSums } from "model/tree";
import { measureIn } from "paint/canvas";
import { go, route } from "state/route";
import { Canvas } from "widgets/canvas";
import type { StatsModel } from "views/stats/model";
import { PathsTable } from "views/stats/time";

interface FlameProps {
  readonly model: StatsModel;
  readonly bins: Bins;
  readonly times: Times;
}

/** Returns the call path that has the whole width. */
function rootOf(model: StatsModel, inclusive: Float64Array): number {
  const { root } = route.value;
  return root !== null && root < model.tree.size && inclusive[root]! > 0 ? root : kAll;
}

function FlameCanvas({ model, times, search, inclusive }: FlameProps & { search: string; inclusive: Float64Array }) {
  const { report, tree } = model;
  const { names, regions, callPaths } = report;
  const root = rootOf(model, inclusive);
  const wanted = useSignal(root); // Is what keys and the pointer are at.
  const width = useSignal(1000);
  const extras = [
    { name: "Idle threads", seconds: times.idle },
    { name: kUnknown, seconds: times.unknown },
  ];
  const flame = flameOf(tree, inclusive, extras, root, width.value);
  const box = flame.boxes.find(({ node }) => node === wanted.value) ?? flame.boxes.find(({ node }) => node === root)!;
  const nameOf = (node: number) => (node === kAll ? "All threads" : node < kAll ? extras[kAll - 1 - node]!.name : regions.name[callPaths.region[node]!]!);
  const timeOf = (node: number) => (node === kAll ? times.all : node < kAll ? extras[kAll - 1 - node]!.seconds : inclusive[node]!);
  const said = ({ node }: FlameBox) => {
    const own = node >= 0 ? `, ${seconds(times.byPath[node]!)} of it itself` : "";
    return `${node >= 0 ? names.path(node) : nameOf(node)}: ${seconds(timeOf(node))} (${percent(timeOf(node) / times.all)})${own}`;
  };
  const zoomTo = (node: number) => {
    if (node >= kAll) go({ root: node === kAll ? null : node });
    wanted.value = node;
  };
  const lower = search.toLowerCase();
  const isFound = (node: number) => lower === "" || (node >= 0 && nameOf(node).toLowerCase().includes(lower));
  const boxAt = (event: MouseEvent) => {
    const area = (event.currentTarget as HTMLElement).getBoundingClientRect();
    return boxAtPoint(flame, area.width, event.clientX - area.left, event.clientY - area.top);
  };
  const onKey = (event: KeyboardEvent) => {
    if (event.ctrlKey || event.altKey || event.metaKey) return;
    const next = boxAfter(flame, box, event.key);
    if (next !== null) wanted.value = next.node;
    else if (event.key === "Enter" || event.key === " ") zoomTo(box.node);
    else if (event.key === "Escape" || event.key === "Backspace") zoomTo(root >= 0 && tree.parent[root] !== kNone ? tree.parent[root]! : kAll);
    else return;
    event.preventDefault();
    event.stopPropagation();
  };
  return (
    <>
      <p id="st-flame-said" class="st-said" role="status">
        {said(box)}
      </p>
      <div class="st-flame-scroll">
        <Canvas
          class="st-flame"
          role="img"
          tabIndex={0}
          style={{ height: `${flame.rows * kFlameRow}px` }}
          aria-label="Flame graph: arrow keys go to callers, callees and neighbours; Enter zooms in, Escape out"
          aria-describedby="st-flame-said"
          draw={(size) => {
            if (Math.abs(size.width - width.peek()) > 1) width.value = size.width;
            const { paints } = model;
            const look = { report, paints: paints.value, nameOf, isFound, measure: measureIn(paints.value.theme.font) };
            return { list: layoutFlame(flame, size.width, look, root, box.node), font: paints.value.theme.font };
          }}
          onKeyDown={onKey}
          onMouseMove={(event) => {
            const at = boxAt(event);
            if (at !== null) wanted.value = at.node;
          }}
          onClick={(event) => {
            const at = boxAt(event);
            if (at !== null) zoomTo(at.node);
          }}
        />
      </div>
      {flame.isCut && <p class="st-faint">The call tree is deeper than this: click a box to see what is below it.</p>}
    </>
  );
}

/** Returns the height of a row of the timeline that has all levels of calls. */
function rowHeight({ report }: StatsModel): number {
  return Math.min(callsOf(report.callPaths).levels * 18 + 8, 600);
}

/** Shows the call tree, as wide as the time in it. */
export function FlamePage(props: FlameProps) {
  const { model, times } = props;
  const search = useSignal("");
  const inclusive = useComputed(() => inclusiveSums(model.tree, (model.times.value ?? times).byPath)).value;
  const root = rootOf(model, inclusive);
  const locations = model.locations.value;
  const row = locations !== null && locations.length === 1 ? locations[0]! : null;
  return (
    <div class="st-page">
      <div class="st-line">
        <input type="search" placeholder="Find a function" aria-label="Find a function" value={search.value} onInput={(event) => (search.value = event.currentTarget.value)} />
        <button type="button" disabled={root === kAll} onClick={() => go({ root: null })}>
          All
        </button>
        {row === null ? (
          <span class="st-faint">Of a single thread, the timeline shows the calls one after another.</span>
        ) : (
          <a href={model.timelineHash(row, rowHeight(model))}>The calls of this thread one after another, on the timeline</a>
        )}
      </div>
      <FlameCanvas {...props} search={search.value} inclusive={inclusive} />
      <h2>The same as a table</h2>
      <PathsTable {...props} search={search.value} />
    </div>
  );
}
