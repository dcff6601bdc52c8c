// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

// These columns show two values and how they differ: by sign and arrow, by length and side, and by colour.

import { divergingColorOf } from "base/color";
import { amount, exactly } from "base/format";
import type { Compared } from "model/aligned";
import { go, route } from "state/route";
import { predictedIf, reportFile, secondFile, sideNames } from "state/report";
import { theme } from "state/theme";

export function arrowOf(difference: number): string {
  if (Number.isNaN(difference)) return "";
  return difference > 0 ? "▲" : difference < 0 ? "▼" : "=";
}

/** Writes a value with its sign: "+1.2", "−0.5". */
export function signed(text: string, value: number): string {
  if (value === 0 || Number.isNaN(value)) return text;
  return value > 0 ? `+${text}` : `−${text.replace(/^-/, "")}`;
}

/** Writes what the other value is of the base: "×0.85". */
export function ratioText({ base, other, ratio }: Compared): string {
  if (Number.isNaN(ratio)) return "–";
  if (base === 0 && other !== 0) return "from 0";
  const size = Math.abs(ratio);
  return `×${ratio >= 0 ? "" : "−"}${size === 0 ? "0" : size >= 1000 ? size.toExponential(2) : size.toPrecision(3)}`;
}

/** Writes a change as `latecomer compare` does: "−12.3 %", "×12.5", "from 0". */
export function changeText({ base, difference, ratio }: Compared): string {
  if (difference === 0) return "0 %";
  if (base === 0) return "from 0";
  const change = difference / Math.abs(base);
  return change >= 10 ? `×${ratio.toPrecision(3)}` : `${signed((100 * change).toFixed(1), change)} %`;
}

/** Has a bar to the left where there is less, to the right where there is more. */
export function DivergingGauge({ share }: { share: number }) {
  const size = Number.isFinite(share) ? 50 * Math.min(Math.abs(share), 1) : 0;
  return (
    <span class="diverging" aria-hidden="true">
      <span class="gauge-fill" style={{ marginLeft: `${share < 0 ? 50 - size : 50}%`, width: `${size}%`, background: divergingColorOf(share, theme.value.isDark) }} />
    </span>
  );
}

/** Has the heads of the first columns of a table of differences. */
export function DifferenceHeads() {
  return (
    <>
      {[sideNames().base.toLowerCase(), sideNames().other.toLowerCase(), "difference", "change"].map((name) => (
        <th key={name} scope="col" class="number">
          {name}
        </th>
      ))}
    </>
  );
}

interface CellsProps {
  readonly values: Compared;
  readonly unit: string;
  readonly share: number;
  readonly isIn: "both" | "base" | "other";
}

function Value({ value, unit, isThere }: { value: number; unit: string; isThere: boolean }) {
  if (!isThere || Number.isNaN(value)) return <span class="tree-value zero">–</span>;
  const shown = amount(value, unit);
  return (
    <span class={value === 0 ? "tree-value zero" : "tree-value"} title={exactly(value, unit)}>
      {shown.text}
      <span class="unit">{shown.unit}</span>
    </span>
  );
}

/** Has what is before a row's name. */
export function Cells({ values, unit, share, isIn }: CellsProps) {
  const { base, other, difference } = values;
  const shown = amount(difference, unit);
  const sign = Number.isNaN(difference) ? "" : difference > 0 ? "more" : difference < 0 ? "less" : "zero";
  return (
    <>
      <Value value={base} unit={unit} isThere={isIn !== "other"} />
      <Value value={other} unit={unit} isThere={isIn !== "base"} />
      <span class={`tree-value difference ${sign}`} title={Number.isNaN(difference) ? "not known" : exactly(difference, unit)}>
        {difference === 0 ? (
          "="
        ) : Number.isNaN(difference) ? (
          "–"
        ) : (
          <>
            <span class="arrow">{arrowOf(difference)}</span>
            {signed(shown.text, difference)}
          </>
        )}
        <span class="unit">{difference === 0 || Number.isNaN(difference) ? "" : shown.unit}</span>
      </span>
      <span class="tree-value ratio">{difference === 0 ? "" : ratioText(values)}</span>
      <DivergingGauge share={share} />
    </>
  );
}

const kColumns = [
  ["base", ""],
  ["other", ""],
  ["difference", "difference"],
  ["ratio", "ratio"],
] as const;

const kTitles = {
  base: () => `${reportFile.value}: `,
  other: () => `${predictedIf.value || secondFile.value}: `,
  difference: () => "What the other has more: ",
  ratio: () => "How many times the base the other is: ",
};

/** Has what is above the columns: which is which, and by which rows are sorted. */
export function ColumnHeads({ title }: { title: string }) {
  const { sort } = route.value;
  const names = { ...sideNames(), difference: "Difference", ratio: "Ratio" };
  return (
    <div class="column-heads" role="group" aria-label={`${title}: sort by`}>
      {kColumns.map(([column, kind]) => (
        <button
          key={column}
          type="button"
          class={`tree-value ${kind}`}
          aria-pressed={sort === column}
          title={`${kTitles[column]()}${sort === column ? "back to the tree's order" : "the largest first"}`}
          onClick={() => go({ sort: sort === column ? null : column }, "replace")}
        >
          {names[column]}
          <span class="unit" aria-hidden="true">
            {sort === column ? "▾" : " "}
          </span>
        </button>
      ))}
    </div>
  );
}

/** Says what colours mean. */
export function DivergingLegend({ title }: { title: string }) {
  const shares = [-1, -0.75, -0.5, -0.25, 0, 0.25, 0.5, 0.75, 1];
  return (
    <div class="legend" aria-label={`Colours in ${title}: ▼ less in the other report, ▲ more`} role="img">
      <span>▼ less in other</span>
      <span class="legend-scale">
        {shares.map((share) => (
          <span key={share} style={{ background: divergingColorOf(share, theme.value.isDark) }} />
        ))}
      </span>
      <span>▲ more in other</span>
    </div>
  );
}
