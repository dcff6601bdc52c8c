// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

import { useMemo } from "preact/hooks";
import { percent } from "base/format";
import type { Theme } from "base/theme";
import type { Ink } from "layout/draw_list";
import { type BandPoint, type PlotLine, type PlotPoint, type SizePlot, kMarks, powersOfTwo, ratios } from "layout/size_plot";
import { type Scaling, type ScalingSize, drawnEfficiencies, hasThreads, sizesOf } from "model/scaling";
import { theme } from "state/theme";
import { type Named, SizeChart } from "views/scaling/chart";
import { fittedRatio, fittedSpeedUp, sizeText, speedUpText } from "views/scaling/numbers";

interface PlotProps {
  readonly scaling: Scaling;
  readonly cursor: number;
  readonly onCursor: (at: number) => void;
}

/** Has the colours of lines on light and on dark ground. */
const kColors: readonly (readonly [string, string])[] = [
  ["#1a5fb4", "#7fb2f0"],
  ["#a1470b", "#f0a45c"],
  ["#7a2f8f", "#d59be8"],
  ["#1d6655", "#6fcdb6"],
  ["#7d6200", "#e3cf6a"],
];
/** Has the looks of what was measured, and of what is fitted. */
const kMeasured = { width: 2, dash: 0, markSize: 4.5 };
const kFitted = { width: 1.5, dash: 5, markSize: 2.5 };

function colorOf(i: number, { isForced, isDark, text }: Theme): string {
  return isForced ? text : kColors[i % kColors.length]![isDark ? 1 : 0];
}

function bandInk({ isForced, isDark, text }: Theme): Ink {
  return isForced ? { kind: "sparse", color: text } : isDark ? "#24405f" : "#d8e6f7";
}

/** Returns points where something is known. */
function pointsOf(sizes: readonly ScalingSize[], valueOf: (size: ScalingSize) => number | undefined): PlotPoint[] {
  return sizes.flatMap((size) => {
    const value = valueOf(size);
    return value === undefined ? [] : [{ size: size.threads, value }];
  });
}

function valuesOf(lines: readonly PlotLine[]): number[] {
  return lines.flatMap(({ points }) => points.map(({ value }) => value));
}

/** Has what both plots say of sizes. */
function axisOf(scaling: Scaling, sizes: readonly ScalingSize[]): Pick<SizePlot, "sizes" | "sizesName"> {
  return { sizes: sizes.map(({ threads }) => threads), sizesName: hasThreads(scaling) ? "Threads of all ranks" : "Ranks" };
}

interface Drawn {
  readonly plot: SizePlot;
  readonly named: readonly Named[];
}

function speedUpPlot(scaling: Scaling, look: Theme): Drawn {
  const sizes = sizesOf(scaling);
  const ink = colorOf(0, look);
  const ideal: PlotLine = { ink: look.faint, width: 1, dash: 0, mark: null, markSize: 0, points: pointsOf(sizes, (size) => size.idealSpeedUp) };
  const fit: PlotLine = { ink, ...kFitted, mark: "disc", points: pointsOf(sizes, (size) => size.fitted?.speedUp.value) };
  const measured: PlotLine = { ink, ...kMeasured, mark: "disc", points: pointsOf(sizes, (size) => size.run?.speedUp) };
  const hasFit = fit.points.length > 0;
  const lines = hasFit ? [ideal, fit, measured] : [ideal, measured];
  const band = sizes.flatMap(({ threads, fitted }): BandPoint[] =>
    fitted === null ? [] : [{ size: threads, least: fitted.speedUp.value - fitted.speedUp.error, most: fitted.speedUp.value + fitted.speedUp.error }],
  );
  const values = valuesOf(lines);
  return {
    plot: { ...axisOf(scaling, sizes), values: powersOfTwo(Math.min(...values), Math.max(...values)), lines, band: { ink: bandInk(look), points: band } },
    named: [
      { name: "Measured", line: measured, texts: sizes.map(({ run }) => (run === null ? "" : speedUpText(run.speedUp))) },
      ...(hasFit ? [{ name: "Fit", line: fit, texts: sizes.map(({ fitted }) => (fitted === null ? "" : fittedSpeedUp(fitted.speedUp))) }] : []),
      { name: "Ideal", line: ideal, texts: sizes.map(({ idealSpeedUp }) => speedUpText(idealSpeedUp)) },
    ],
  };
}

function efficienciesPlot(scaling: Scaling, look: Theme): Drawn {
  const sizes = sizesOf(scaling);
  const drawn = drawnEfficiencies(scaling).map(({ key, name }, i) => {
    const line = { ink: colorOf(i, look), mark: kMarks[i % kMarks.length]! };
    const measured: PlotLine = { ...line, ...kMeasured, points: pointsOf(sizes, ({ run }) => run?.efficiencies.get(key)) };
    const fit: PlotLine = { ...line, ...kFitted, points: pointsOf(sizes, ({ fitted }) => fitted?.efficiencies.get(key)?.value) };
    const texts = sizes.map(({ run, fitted }) => {
      if (run !== null) return run.efficiencies.has(key) ? percent(run.efficiencies.get(key)!) : "";
      const value = fitted?.efficiencies.get(key);
      return value === undefined ? "" : fittedRatio(value);
    });
    return { measured, fit, named: { name, line: measured, texts } };
  });
  const lines = [...drawn.map(({ fit }) => fit), ...drawn.map(({ measured }) => measured)];
  return {
    plot: { ...axisOf(scaling, sizes), values: ratios(Math.max(...valuesOf(lines))), lines, band: null },
    named: drawn.map(({ named }) => named),
  };
}

function Heading({ id, title, size }: { id: string; title: string; size: ScalingSize }) {
  return (
    <h2 id={id}>
      {title}{" "}
      <span class="faint">
        at {sizeText(size)}
        {size.run === null && ", if it goes on like this"}
      </span>
    </h2>
  );
}

/** Shows how much faster larger runs are, and how efficient. */
export function Plots({ scaling, cursor, onCursor }: PlotProps) {
  const look = theme.value;
  const speedUp = useMemo(() => speedUpPlot(scaling, look), [scaling, look]);
  const efficiencies = useMemo(() => efficienciesPlot(scaling, look), [scaling, look]);
  const sizes = useMemo(() => sizesOf(scaling), [scaling]);
  const title = scaling.isWeak ? "Scaled speed-up" : "Speed-up";
  const atFirst = scaling.runs.length - 1;
  const shown = sizes[cursor < 0 ? atFirst : cursor]!;
  const common = { sizes: sizes.map(sizeText), cursor, atFirst, onCursor };
  return (
    <>
      <section class="block" aria-labelledby="sc-speed-up">
        <Heading id="sc-speed-up" title={title} size={shown} />
        <SizeChart label={title} {...speedUp} {...common} />
      </section>
      <section class="block" aria-labelledby="sc-efficiencies">
        <Heading id="sc-efficiencies" title="Efficiencies" size={shown} />
        <SizeChart label="Efficiencies" {...efficiencies} {...common} />
      </section>
    </>
  );
}
