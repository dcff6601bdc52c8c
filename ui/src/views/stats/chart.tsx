// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

// This file draws values by bin of the window, as steps. A drag chooses a window.

import { useEffect, useLayoutEffect, useRef } from "preact/hooks";
import uPlot from "uplot";
import "uplot/dist/uPlot.min.css";
import { clamp } from "base/geometry";
import { timeAxis } from "base/time_axis";
import type { Theme } from "base/theme";
import type { Ink } from "layout/draw_list";
import { patternOf } from "paint/hatches";
import { requestFrame } from "paint/frame";

export interface Line {
  readonly name: string;
  readonly ink: Ink;
  readonly values: Float64Array; ///< Has a value for each bin; NaN: not known.
  readonly dash: number; ///< Is the length of dashes; 0: none.
  readonly width?: number;
}

interface ChartProps {
  readonly label: string;
  readonly edges: Float64Array; ///< Has the edges of bins in ticks: one more than there are bins.
  readonly ticksPerSecond: number;
  readonly lines: readonly Line[];
  readonly isStacked: boolean;
  readonly theme: Theme;
  readonly cursor: number; ///< Is the bin at the cursor; -1: none.
  readonly onCursor: (bin: number) => void;
  readonly onZoom: (from: number, to: number) => void;
  readonly textOf: (bin: number) => string; ///< Returns what is said of a bin.
}

const kHeight = 240;

function styleOf(plot: uPlot, ink: Ink): string | CanvasPattern {
  return typeof ink === "string" ? ink : patternOf(plot.ctx, ink, window.devicePixelRatio);
}

function colorOf(ink: Ink): string {
  return typeof ink === "string" ? ink : ink.color;
}

/** Returns a value for each edge: that of the last bin twice, so that its step is as long as the bin. */
function steps(values: ArrayLike<number>): (number | null)[] {
  const all = Array.from(values, (value) => (Number.isNaN(value) ? null : value));
  return [...all, all[all.length - 1] ?? null];
}

function dataOf({ edges, lines, isStacked }: ChartProps): uPlot.AlignedData {
  let sum = new Float64Array(Math.max(edges.length - 1, 0));
  const columns = lines.map(({ values }) => {
    if (!isStacked) return steps(values);
    sum = sum.map((value, i) => value + values[i]!);
    return steps(sum);
  });
  return [Array.from(edges), ...columns];
}

function axesOf(theme: Theme, ticksPerSecond: number): uPlot.Axis[] {
  // Marks are those of the timeline; where they are differences, the first says what from.
  const axisOf = (plot: uPlot) => timeAxis(plot.scales["x"]!.min!, plot.scales["x"]!.max!, Math.max(plot.width - 70, 100), ticksPerSecond);
  const texts = (plot: uPlot) => {
    const { base, marks } = axisOf(plot);
    return marks.map(({ text }, i) => (i === 0 && base !== "" ? `${base} ${text}` : text));
  };
  const look = { stroke: () => theme.text, font: `12px ${theme.font}`, grid: { stroke: () => theme.line, width: 1 }, ticks: { stroke: () => theme.line, width: 1 } };
  const percent = (_: uPlot, values: number[]) => values.map((value) => `${Math.round(value * 100)} %`);
  return [
    { ...look, grid: { show: false }, splits: (plot) => axisOf(plot).marks.map(({ time }) => time), values: texts },
    { ...look, size: 58, values: percent },
  ];
}

function seriesOf({ lines, isStacked, theme }: ChartProps): uPlot.Series[] {
  const paths = uPlot.paths.stepped!({ align: 1 });
  const edge = theme.isForced ? theme.text : theme.background;
  return lines.map(({ name, ink, dash, width = 2 }, i) => ({
    label: name,
    paths,
    points: { show: false },
    width: isStacked ? 1 : width,
    stroke: () => (isStacked ? edge : colorOf(ink)),
    ...(dash > 0 && { dash: [dash, dash] }),
    ...(isStacked && i === 0 && { fill: (plot: uPlot) => styleOf(plot, ink) }),
  }));
}

function optionsOf(props: ChartProps, width: number, latest: () => ChartProps): uPlot.Options {
  const { edges, lines, isStacked, theme, ticksPerSecond } = props;
  const bands = isStacked ? lines.slice(1).map(({ ink }, i) => ({ series: [i + 2, i + 1] as [number, number], fill: (plot: uPlot) => styleOf(plot, ink) })) : [];
  return {
    width,
    height: kHeight,
    legend: { show: false },
    scales: { x: { time: false, range: [edges[0]!, edges[edges.length - 1]!] }, y: { range: [0, 1] } },
    axes: axesOf(theme, ticksPerSecond),
    padding: [10, 40, 0, 0],
    series: [{}, ...seriesOf(props)],
    bands: bands as uPlot.Band[],
    cursor: { points: { show: false }, y: false, drag: { x: true, y: false, setScale: false } },
    hooks: {
      setCursor: [
        (plot) => {
          if (plot.cursor.left === undefined || plot.cursor.left < 0) return;
          const time = plot.posToVal(plot.cursor.left, "x");
          const { edges: now, onCursor } = latest();
          let bin = 0;
          while (bin + 2 < now.length && now[bin + 1]! <= time) ++bin;
          onCursor(bin);
        },
      ],
      setSelect: [
        (plot) => {
          if (plot.select.width < 4) return;
          const from = plot.posToVal(plot.select.left, "x");
          const to = plot.posToVal(plot.select.left + plot.select.width, "x");
          plot.setSelect({ left: 0, top: 0, width: 0, height: 0 }, false);
          latest().onZoom(from, to);
        },
      ],
    },
  };
}

/** Is a slider along the bins, so that all values can be read with keys. */
export function Chart(props: ChartProps) {
  const box = useRef<HTMLDivElement>(null);
  const plot = useRef<uPlot | null>(null);
  const latest = useRef(props);
  latest.current = props;
  const { edges, lines, theme, isStacked } = props;
  const bins = edges.length - 1;
  useLayoutEffect(() => {
    const made = new uPlot(optionsOf(props, box.current!.clientWidth, () => latest.current), dataOf(props), box.current!);
    plot.current = made;
    const observer = new ResizeObserver(() => {
      const width = box.current?.clientWidth ?? 0;
      if (width > 0 && width !== made.width) made.setSize({ width, height: kHeight });
    });
    observer.observe(box.current!);
    requestFrame();
    return () => {
      observer.disconnect();
      made.destroy();
    };
  }, [edges, lines, theme, isStacked]);
  useEffect(() => {
    const { cursor } = props;
    if (cursor < 0 || cursor >= bins || plot.current === null || box.current !== document.activeElement) return;
    plot.current.setCursor({ left: plot.current.valToPos((edges[cursor]! + edges[cursor + 1]!) / 2, "x"), top: 10 }, false);
  }, [props.cursor]);
  const onKey = (event: KeyboardEvent) => {
    if (event.ctrlKey || event.altKey || event.metaKey) return;
    const step = { ArrowLeft: -1, ArrowRight: 1, PageUp: -10, PageDown: 10, Home: -bins, End: bins }[event.key];
    if (step === undefined) return;
    event.preventDefault();
    event.stopPropagation();
    props.onCursor(clamp(Math.max(props.cursor, 0) + step, 0, bins - 1));
  };
  const at = clamp(props.cursor, 0, bins - 1);
  return (
    <div
      ref={box}
      class="st-chart"
      role="slider"
      tabIndex={0}
      aria-label={props.label}
      aria-valuemin={0}
      aria-valuemax={bins - 1}
      aria-valuenow={at}
      aria-valuetext={props.textOf(at)}
      onKeyDown={onKey}
      onMouseLeave={() => box.current !== document.activeElement && props.onCursor(-1)}
    />
  );
}
