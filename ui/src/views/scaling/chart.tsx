// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

// This file has a plot over sizes of runs, beside which its lines are named, with their values at one of the sizes.

import { useRef } from "preact/hooks";
import { type Size, clamp } from "base/geometry";
import { DrawList } from "layout/draw_list";
import { type PlotLine, type SizePlot, drawMark, layoutSizePlot, sizeAt } from "layout/size_plot";
import { theme } from "state/theme";
import { Canvas } from "widgets/canvas";

/** Is what is said of a line, at each size. */
export interface Named {
  readonly name: string;
  readonly line: PlotLine;
  readonly texts: readonly string[]; ///< Is empty where nothing is known.
}

interface ChartProps {
  readonly label: string;
  readonly plot: SizePlot;
  readonly named: readonly Named[];
  readonly sizes: readonly string[]; ///< Says what each size is.
  readonly cursor: number; ///< Is the position of a size; -1: none.
  readonly atFirst: number; ///< Is the position of the size whose values are shown where there is no cursor.
  readonly onCursor: (at: number) => void;
}

function Sample({ line }: { line: PlotLine }) {
  const draw = ({ width, height }: Size) => {
    const list = new DrawList();
    const color = list.color(line.ink);
    list.line(0, height / 2, width, height / 2, color, line.width, line.dash);
    if (line.mark !== null) drawMark(list, line.mark, width / 2, height / 2, color, line.markSize);
    return { list, font: theme.value.font };
  };
  return <Canvas class="sc-sample" draw={draw} aria-hidden="true" />;
}

function Legend({ label, named, at }: { label: string; named: readonly Named[]; at: number }) {
  return (
    <ul class="sc-legend" aria-label={label}>
      {named.map(({ name, line, texts }) => (
        <li key={name}>
          <Sample line={line} />
          <span class="sc-legend-name">{name}</span>
          <span class="number">{texts[at]}</span>
        </li>
      ))}
    </ul>
  );
}

/** Is a slider along the sizes, so that all values can be read with keys. */
export function SizeChart({ label, plot, named, sizes, cursor, atFirst, onCursor }: ChartProps) {
  const box = useRef<HTMLDivElement>(null);
  const at = cursor < 0 ? atFirst : cursor;
  const onKey = (event: KeyboardEvent) => {
    if (event.ctrlKey || event.altKey || event.metaKey) return;
    const step = { ArrowLeft: -1, ArrowDown: -1, ArrowRight: 1, ArrowUp: 1, Home: -sizes.length, End: sizes.length }[event.key];
    if (step === undefined) return;
    event.preventDefault();
    event.stopPropagation();
    onCursor(clamp(at + step, 0, sizes.length - 1));
  };
  const onMove = (event: MouseEvent) => {
    const { left, width } = box.current!.getBoundingClientRect();
    onCursor(sizeAt(plot, event.clientX - left, width));
  };
  const said = named.filter(({ texts }) => texts[at] !== "").map(({ name, texts }) => `${name} ${texts[at]}`);
  return (
    <div class="sc-chart-row">
      <div
        ref={box}
        class="sc-chart"
        role="slider"
        tabIndex={0}
        aria-label={label}
        aria-valuemin={0}
        aria-valuemax={sizes.length - 1}
        aria-valuenow={at}
        aria-valuetext={`${sizes[at]}: ${said.join(", ")}`}
        onKeyDown={onKey}
        onMouseMove={onMove}
        onMouseLeave={() => box.current !== document.activeElement && onCursor(-1)}
      >
        <Canvas class="sc-canvas" draw={(size) => ({ list: layoutSizePlot(plot, size, theme.value, cursor), font: theme.value.font })} aria-hidden="true" />
      </div>
      <Legend label={`${label} at ${sizes[at]}`} named={named} at={at} />
    </div>
  );
}
