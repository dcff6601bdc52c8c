// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

import { signal } from "@preact/signals";
import { useEffect, useMemo } from "preact/hooks";
import type { Report } from "model/report";
import { kModes } from "model/shares";
import { go, route } from "state/route";
import { Check } from "widgets/check";
import { useKeys } from "widgets/keys";
import { Splitter } from "widgets/splitter";
import { Tabs } from "widgets/tabs";
import { kTreeKeys } from "widgets/virtual_tree";
import { Details } from "views/explorer/details";
import { ExplorerModel } from "views/explorer/model";
import { Spread } from "views/explorer/spread";
import { TopologyView } from "views/explorer/topology";
import { Legend, PaneBody, TreeHead } from "views/explorer/tree_pane";
import "views/explorer/explorer.css";

const metricsShare = signal(0.33);
const callsShare = signal(0.55);
const treesShare = signal(0.68);

function MetricPane({ model }: { model: ExplorerModel }) {
  return (
    <section class="pane" aria-labelledby="metrics-title" style={{ flexBasis: `${100 * metricsShare.value}%` }}>
      <h2 id="metrics-title" class="pane-title">
        Metrics
      </h2>
      <TreeHead pane={model.metrics} modes={["absolute", "root", "peers"]}>
        <Check label="zeros" isOn={route.value.all_metrics === "yes"} onChange={(isOn) => go({ all_metrics: isOn ? "yes" : null }, "replace")} />
      </TreeHead>
      <PaneBody pane={model.metrics} />
      <Legend pane={model.metrics} />
    </section>
  );
}

function CallPane({ model }: { model: ExplorerModel }) {
  const { isFlat } = model;
  const change = (profile: "tree" | "flat") => go({ profile: profile === "flat" ? "flat" : null, path: null, region: null });
  return (
    <section class="pane" aria-label="Calls" style={{ flexBasis: `${100 * callsShare.value}%` }}>
      <Tabs
        id="calls"
        label="Calls"
        tabs={[
          ["tree", "Call tree"],
          ["flat", "Flat profile"],
        ]}
        shown={isFlat ? "flat" : "tree"}
        onShow={change}
      >
        <TreeHead pane={model.calls} modes={kModes}>
          {isFlat ? (
            <Check
              label="with callees"
              isOn={route.value.callees === "included"}
              onChange={(isOn) => go({ callees: isOn ? "included" : null }, "replace")}
            />
          ) : (
            <Check
              label="zeros"
              isOn={route.value.only_nonzero !== "yes"}
              onChange={(isOn) => go({ only_nonzero: isOn ? null : "yes" }, "replace")}
            />
          )}
        </TreeHead>
        <PaneBody pane={model.calls} />
        <Legend pane={model.calls} />
      </Tabs>
    </section>
  );
}

function SystemPane({ model }: { model: ExplorerModel }) {
  const shown = route.value.system ?? "tree";
  return (
    <section class="pane pane-rest" aria-label="System">
      <Tabs
        id="system"
        label="System"
        tabs={[
          ["tree", "System tree"],
          ["spread", "Box plot"],
          ["grid", "Topology"],
        ]}
        shown={shown}
        onShow={(tab) => go({ system: tab === "tree" ? null : tab })}
      >
        {shown === "tree" && (
          <>
            <TreeHead pane={model.parts} modes={kModes} />
            <PaneBody pane={model.parts} />
            <Legend pane={model.parts} />
          </>
        )}
        {shown === "spread" && <Spread model={model} />}
        {shown === "grid" && <TopologyView model={model} />}
      </Tabs>
    </section>
  );
}

function focusTree(index: number): void {
  document.querySelectorAll<HTMLElement>(".explorer [role=tree]")[index]?.focus();
}

/** Shows metrics, calls and the system: each with the values of what is selected to its left. */
export function Explorer({ report }: { report: Report }) {
  const model = useMemo(() => new ExplorerModel(report), [report]);
  useEffect(() => model.follow(), [model]);
  useKeys([
    { key: "m", does: "to the metrics", action: () => focusTree(0) },
    { key: "c", does: "to the calls", action: () => focusTree(1) },
    { key: "s", does: "to the system", action: () => focusTree(2) },
    { key: "f", does: "flat profile or call tree", action: () => go({ profile: model.isFlat ? null : "flat", path: null, region: null }) },
    { key: "Escape", does: "select nothing in calls and system", action: () => go({ path: null, region: null, part: null }) },
    ...kTreeKeys.map((each) => ({ ...each, action: () => {} })),
  ]);
  return (
    <div class="explorer">
      <div class="panes" style={{ flexBasis: `${100 * treesShare.value}%` }}>
        <MetricPane model={model} />
        <Splitter label="Width of the metrics" axis="x" share={metricsShare.value} onChange={(share) => (metricsShare.value = share)} />
        <div class="panes pane-rest">
          <CallPane model={model} />
          <Splitter label="Width of the calls" axis="x" share={callsShare.value} onChange={(share) => (callsShare.value = share)} />
          <SystemPane model={model} />
        </div>
      </div>
      <Splitter label="Height of the trees" axis="y" share={treesShare.value} onChange={(share) => (treesShare.value = share)} />
      <section class="details" aria-label="Details">
        <Details model={model} />
      </section>
    </div>
  );
}
