// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

import { computed, effect, useSignal } from "@preact/signals";
import { useEffect, useMemo } from "preact/hooks";
import { inUnit } from "base/format";
import { frameOf, layoutGrid, cellAtPoint } from "layout/grid";
import { type Grid, coordinatesOf, givenGrid, nearlySquare, planeOf } from "model/grid";
import { kNone, locationName } from "model/report";
import { go, route } from "state/route";
import { Question } from "state/question";
import { theme } from "state/theme";
import { type Topology, readTopologies } from "wire/topologies";
import { Canvas } from "widgets/canvas";
import type { ExplorerModel } from "views/explorer/model";

const topologies = new Question<Topology[]>();
const kMostCells = 1_000_000;

/** Is the grid that is shown, with what stands in it. */
interface Shown {
  readonly grid: Grid;
  readonly of: "rank" | "location";
  readonly first: number; ///< Is where the things of the grid begin in the system's tree.
}

function shownGrid(model: ExplorerModel): Shown {
  const { ranks } = model.report;
  const given = route.value.grid;
  const recorded = topologies.answer.value?.[route.value.topology ?? 0];
  if (given === null && recorded !== undefined)
    return { grid: recorded.grid, of: recorded.of, first: recorded.of === "rank" ? model.system.ranks : model.system.locations };
  const fits = given !== null && given.reduce((product, size) => product * size, 1) <= kMostCells;
  return { grid: givenGrid(fits ? given : nearlySquare(ranks.size), ranks.size), of: "rank", first: model.system.ranks };
}

function Choice() {
  const text = useSignal(route.value.grid?.join("x") ?? "");
  const list = topologies.answer.value ?? [];
  const give = () => {
    const sizes = text.value.trim().split(/\s*[x×,]\s*/).map(Number);
    const isRight = sizes.length <= 6 && sizes.every((each) => Number.isInteger(each) && each > 0 && each < 1_000_000);
    go({ grid: isRight ? sizes : null });
  };
  return (
    <div class="pane-line">
      <select
        aria-label="Topology"
        value={route.value.grid !== null || list.length === 0 ? "given" : String(route.value.topology ?? 0)}
        onChange={(event) => {
          const chosen = event.currentTarget.value;
          if (chosen !== "given") go({ topology: Number(chosen), grid: null });
        }}
      >
        {list.map((each, i) => (
          <option key={i} value={String(i)}>
            {each.name || `topology ${i}`} ({each.grid.sizes.join(" × ")})
          </option>
        ))}
        <option value="given">dimensions:</option>
      </select>
      <input
        type="text"
        class="dimensions"
        aria-label="Dimensions of a grid of ranks, such as 4x8x2"
        placeholder="4x8x2"
        value={text.value}
        onInput={(event) => (text.value = event.currentTarget.value)}
        onChange={give}
      />
    </div>
  );
}

/** Returns where a key goes from a cell; null if it is not for that. */
function cellAfter(grid: Grid, key: string, from: number): number | null {
  const { rows, columns } = planeOf(grid.sizes);
  const step = { ArrowLeft: -1, ArrowRight: 1, ArrowUp: -columns, ArrowDown: columns, PageUp: -rows * columns, PageDown: rows * columns }[key];
  if (step === undefined) return null;
  const to = from + step;
  return to >= 0 && to < grid.items.length ? to : from;
}

/** Shows the processes where they stand, coloured by the selected value. */
export function TopologyView({ model }: { model: ExplorerModel }) {
  const { report, system, parts } = model;
  const shown = useMemo(() => computed(() => shownGrid(model)), [model]);
  const wanted = useSignal(0); // This is the cell that keys move.
  useEffect(
    () => effect(() => topologies.ask(["topologies"], ([answer]) => readTopologies(answer, report.ranks.size, report.locations.size))),
    [report],
  );
  const { grid, of, first } = shown.value;
  const active = Math.min(wanted.value, grid.items.length - 1);
  const item = grid.items[active] ?? kNone;
  const shares = parts.inclusiveShares(first, first + (of === "rank" ? report.ranks.size : report.locations.size));
  const selectedItem = parts.kind.selected.value;
  const isSelected = (each: number) => selectedItem !== kNone && first + each === selectedItem;
  const said = (each: number) =>
    each === kNone ? "nobody" : `${of === "rank" ? system.name[first + each] : locationName(report, each)}: ${inUnit(parts.inclusive(first + each), model.selectedDefinition?.unit ?? "")}`;
  const where = coordinatesOf(grid.sizes, active).join(", ");
  const choose = (at: number) => {
    wanted.value = at;
    const chosen = grid.items[at]!;
    if (chosen !== kNone) parts.select(first + chosen, false);
  };
  const onKey = (event: KeyboardEvent) => {
    const next = cellAfter(grid, event.key, active);
    if (next !== null) wanted.value = next;
    else if (event.key === "Enter" || event.key === " ") choose(active);
    else return;
    event.preventDefault();
  };
  const routeOf = (event: MouseEvent) => {
    const canvas = event.currentTarget as HTMLCanvasElement;
    const box = canvas.getBoundingClientRect();
    const frame = frameOf(grid, { width: box.width, height: box.height });
    return cellAtPoint(grid, frame, event.clientX - box.left, event.clientY - box.top);
  };
  return (
    <div class="topology">
      <Choice />
      <Canvas
        class="grid"
        role="img"
        tabIndex={0}
        aria-label={`Grid of ${grid.sizes.join(" by ")}; arrow keys move, Enter selects`}
        aria-describedby="grid-said"
        draw={(size) => ({ list: layoutGrid(grid, size, theme.value, shares, isSelected, active), font: theme.value.font })}
        onKeyDown={onKey}
        onMouseMove={(event) => {
          const at = routeOf(event);
          if (at !== kNone) wanted.value = at;
        }}
        onClick={(event) => {
          const at = routeOf(event);
          if (at !== kNone) choose(at);
        }}
      />
      <p id="grid-said" class="said" role="status">
        ({where}) {said(item)}
      </p>
    </div>
  );
}
