// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

import { countOf, exactly, inUnit } from "base/format";
import { layoutBoxPlot } from "layout/box_plot";
import { theme } from "state/theme";
import type { Statistics } from "wire/values";
import { Canvas } from "widgets/canvas";
import type { ExplorerModel } from "views/explorer/model";

const kRows: readonly (readonly [string, keyof Statistics])[] = [
  ["Maximum", "maximum"],
  ["Third quartile", "thirdQuartile"],
  ["Median", "median"],
  ["First quartile", "firstQuartile"],
  ["Minimum", "minimum"],
  ["Mean", "mean"],
  ["Deviation", "deviation"],
];

/** Shows how the selected value differs from rank to rank: a box plot and its numbers. */
export function Spread({ model }: { model: ExplorerModel }) {
  const { answer, problem } = model.statistics;
  if (problem.value !== "") return <p class="message">{problem.value}</p>;
  const found = answer.value;
  if (found === null) return <p class="message">There are no values.</p>;
  const unit = model.selectedDefinition?.unit ?? "";
  const text = (value: number) => inUnit(value, unit);
  const extreme = (name: string, rank: number) => (
    <button type="button" class="link" onClick={() => model.parts.select(model.system.ranks + rank, false)}>
      {name}
    </button>
  );
  const names = model.report.ranks.name;
  const whose: Partial<Record<keyof Statistics, number>> = { maximum: found.maximumAt, minimum: found.minimumAt };
  return (
    <div class="spread">
      <Canvas
        class="box-plot"
        role="img"
        aria-label="Box plot of the values by rank; the table has its numbers"
        draw={(size) => ({ list: layoutBoxPlot(found, size, theme.value, text), font: theme.value.font })}
      />
      <table class="numbers">
        <caption>{countOf(found.count, "rank")}</caption>
        <tbody>
          {kRows.map(([name, key]) => (
            <tr key={key}>
              <th scope="row">{name}</th>
              <td title={exactly(found[key], unit)}>{text(found[key])}</td>
              <td>{whose[key] !== undefined && extreme(names[whose[key]]!, whose[key])}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
