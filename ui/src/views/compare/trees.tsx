// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

import { signal } from "@preact/signals";
import { exactly } from "base/format";
import { type Compared } from "model/aligned";
import { kNone } from "model/report";
import { go, route } from "state/route";
import { MetricText } from "trees/metric_text";
import { TreeBody } from "trees/tree_body";
import { TreeSearch } from "trees/tree_search";
import { Check } from "widgets/check";
import { useKeys } from "widgets/keys";
import { Splitter } from "widgets/splitter";
import { kTreeKeys } from "widgets/virtual_tree";
import { Cells, ColumnHeads, DifferenceHeads, DivergingLegend, changeText, signed } from "views/compare/columns";
import type { CompareModel } from "views/compare/model";
import type { ComparedPane } from "views/compare/pane";

const metricsShare = signal(0.47);
const treesShare = signal(0.72);

const kOnly = { base: "only base", other: "only other", both: "" } as const;

function Body({ pane }: { pane: ComparedPane }) {
  return (
    <TreeBody
      state={pane}
      none="Neither report has any."
      value={(row) => (
        <Cells
          values={pane.shown(row)}
          unit={pane.kind.unit(row)}
          share={pane.share(row)}
          isIn={pane.where(row)}
        />
      )}
      mark={(row) => pane.where(row) !== "both" && <span class="only">{kOnly[pane.where(row)]}</span>}
    />
  );
}

function Pane({ pane, member, label, style }: { pane: ComparedPane; member: "all_metrics" | "differing"; label: string; style?: Record<string, string> }) {
  const { title } = pane.kind;
  return (
    <section class={`pane ${style === undefined ? "pane-rest" : ""}`} aria-label={title} style={style}>
      <h2 class="pane-title">{title}</h2>
      <div class="pane-head">
        <div class="pane-line">
          <Check label={label} isOn={route.value[member] === "yes"} onChange={(isOn) => go({ [member]: isOn ? "yes" : null }, "replace")} />
          <TreeSearch state={pane} />
        </div>
      </div>
      <ColumnHeads title={title} />
      <Body pane={pane} />
      <DivergingLegend title={title} />
    </section>
  );
}

function Values({ name, values, unit, children }: { name: string; values: Compared; unit: string; children: preact.ComponentChildren }) {
  const { base, other, difference } = values;
  const text = (value: number) => (Number.isNaN(value) ? "–" : exactly(value, unit));
  return (
    <tr>
      <th scope="row">{name}</th>
      <td class="number">{text(base)}</td>
      <td class="number">{text(other)}</td>
      <td class="number">{Number.isNaN(difference) ? "–" : difference === 0 ? "none" : signed(exactly(difference, unit), difference)}</td>
      <td class="number">{Number.isNaN(difference) ? "–" : changeText(values)}</td>
      <td>{children}</td>
    </tr>
  );
}

/** Shows what is selected, in full. */
function Selection({ model }: { model: CompareModel }) {
  const { metrics, paths } = model;
  const metric = model.metric.value;
  if (metric === kNone) return null;
  const definition = model.definition(metric);
  const path = paths.kind.selected.value;
  const only = (where: "both" | "base" | "other") => (where === "both" ? "" : `, in the ${where === "base" ? "base" : "other report"} only`);
  return (
    <div class="about" tabIndex={0} role="region" aria-label="Selection and metric">
      <table class="facts-table">
        <thead>
          <tr>
            <td />
            <DifferenceHeads />
            <td />
          </tr>
        </thead>
        <tbody>
          <Values name="Metric" values={metrics.shown(metric)} unit={definition.unit}>
            {definition.name}
            {metrics.isOpen(metric) && " without the metrics below"}
            {only(metrics.where(metric))}
          </Values>
          {path !== kNone && (
            <Values name="Call path" values={paths.shown(path)} unit={definition.unit}>
              {model.pathName(path)}
              {paths.isOpen(path) && " without what it calls"}
              {only(paths.where(path))}
              {model.otherPathName(path) !== "" && <div class="faint">there it is {model.otherPathName(path)}</div>}
            </Values>
          )}
        </tbody>
      </table>
      <MetricText metric={definition} />
    </div>
  );
}

function focusTree(index: number): void {
  document.querySelectorAll<HTMLElement>(".compare [role=tree]")[index]?.focus();
}

/** Shows metrics, and the calls of the selected one, of both reports. */
export function Trees({ model }: { model: CompareModel }) {
  useKeys([
    { key: "m", does: "to the metrics", action: () => focusTree(0) },
    { key: "c", does: "to the calls", action: () => focusTree(1) },
    { key: "o", does: "largest differences first, or the tree's order", action: () => go({ sort: route.value.sort === null ? "difference" : null }, "replace") },
    { key: "d", does: "only what differs, or all", action: () => go({ differing: route.value.differing === "yes" ? null : "yes" }, "replace") },
    { key: "Escape", does: "select no call path", action: () => go({ path: null, second_path: null }) },
    ...kTreeKeys.map((each) => ({ ...each, action: () => {} })),
  ]);
  return (
    <div class="explorer">
      <div class="panes" style={{ flexBasis: `${100 * treesShare.value}%` }}>
        <Pane pane={model.metrics} member="all_metrics" label="zeros" style={{ flexBasis: `${100 * metricsShare.value}%` }} />
        <Splitter label="Width of the metrics" axis="x" share={metricsShare.value} onChange={(share) => (metricsShare.value = share)} />
        <Pane pane={model.paths} member="differing" label="only differences" />
      </div>
      <Splitter label="Height of the trees" axis="y" share={treesShare.value} onChange={(share) => (treesShare.value = share)} />
      <section class="details" aria-label="Details">
        <Selection model={model} />
      </section>
    </div>
  );
}
