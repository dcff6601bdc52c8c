// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

import { exactly } from "base/format";
import { kNone, locationName, type Report } from "model/report";
import { go, route } from "state/route";
import type { ExplorerModel } from "views/explorer/model";
import { Source, spotOf } from "views/explorer/source";
import { MetricText } from "trees/metric_text";
import { WhatIf } from "whatif/what_if";
import { Tabs } from "widgets/tabs";

function ValueOf({ name, value, children }: { name: string; value: string; children?: preact.ComponentChildren }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>
        <span class="exact">{value}</span> {children}
      </dd>
    </div>
  );
}

function partName(report: Report, model: ExplorerModel, item: number): string {
  if (item < model.system.locations) return model.system.name[item]!;
  return locationName(report, item - model.system.locations);
}

/** Shows what is selected, in full. */
function Selection({ model }: { model: ExplorerModel }) {
  const { report, metrics, calls, parts } = model;
  const metric = model.metric.value;
  if (metric === kNone) return null;
  const { unit, name } = report.metrics[metric]!;
  const call = calls.kind.selected.value;
  const part = parts.kind.selected.value;
  const alone = (isOpen: boolean, of: string) => (isOpen ? ` without ${of}` : "");
  return (
    <dl class="selection">
      <ValueOf name="Metric" value={exactly(metrics.shown(metric), unit)}>
        {name}
        {alone(metrics.isOpen(metric), "the metrics below")}
      </ValueOf>
      {call !== kNone && (
        <ValueOf name={model.isFlat ? "Region" : "Call path"} value={exactly(calls.shown(call), unit)}>
          {model.isFlat ? calls.kind.names[call] : report.names.path(call)}
          {alone(!model.isFlat && calls.isOpen(call), "what it calls")}
        </ValueOf>
      )}
      {part !== kNone && (
        <ValueOf name="On" value={exactly(parts.inclusive(part), unit)}>
          {partName(report, model, part)}
        </ValueOf>
      )}
    </dl>
  );
}

function CodeLink({ model }: { model: ExplorerModel }) {
  const spot = spotOf(model.report, model);
  if (spot === null) return null;
  return (
    <p>
      <button type="button" class="link" onClick={() => go({ about: "source", file: null })}>
        {model.report.names.sourceOf(spot.file, spot.line)}
      </button>
    </p>
  );
}

function About({ model }: { model: ExplorerModel }) {
  const metric = model.selectedDefinition;
  if (metric === undefined) return null;
  const path = model.isFlat ? kNone : model.paths.kind.selected.value;
  return (
    <div class="about" tabIndex={0} role="region" aria-label="Selection and metric">
      <Selection model={model} />
      <CodeLink model={model} />
      {path !== kNone && <WhatIf report={model.report} path={path} />}
      <MetricText metric={metric} />
    </div>
  );
}

/** Shows, below the trees, what is selected in full, and its source. */
export function Details({ model }: { model: ExplorerModel }) {
  const shown = route.value.about === "source" ? "source" : "selection";
  return (
    <Tabs
      id="details"
      label="Details"
      tabs={[
        ["selection", "Selection"],
        ["source", "Source"],
      ]}
      shown={shown}
      onShow={(tab) => go({ about: tab === "source" ? "source" : null }, "replace")}
    >
      {shown === "source" ? <Source model={model} /> : <About model={model} />}
    </Tabs>
  );
}
