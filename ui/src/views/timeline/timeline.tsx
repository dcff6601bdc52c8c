// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

import { effect, untracked } from "@preact/signals";
import { useLayoutEffect } from "preact/hooks";
import { count } from "base/format";
import type { Report } from "model/report";
import type { Run } from "model/timeline";
import { onFrame, requestFrame } from "paint/frame";
import { route } from "state/route";
import { revealWanted, scrollRows, showFlameChart, showFound, stepPath } from "timeline/actions";
import { moveKeys, reasonOf } from "timeline/controls";
import { Axis, Overview, PathStrip } from "timeline/header";
import { Labels, RowsScroll } from "timeline/labels";
import { type Timeline as Model, type Panel as PanelName, timelineOf } from "timeline/model";
import { LegendPanel, PathPanel, TablePanel, TimePanel } from "views/timeline/more_panels";
import { SelectionPanel } from "views/timeline/panels";
import { RowsArea } from "timeline/rows_area";
import { Tooltip } from "timeline/tooltip";
import { Toolbar } from "views/timeline/toolbar";
import { useKeys } from "widgets/keys";
import { Tabs } from "widgets/tabs";
import "timeline/timeline.css";

/** Returns what is not in the picture, or not as it should be. */
function noticesOf(timeline: Model, run: Run): string[] {
  const window = timeline.window.value.value;
  const edges = timeline.edges.value.value;
  const layers = timeline.layers.value;
  const notices = [timeline.window.problem.value, timeline.edges.problem.value, timeline.stretches.problem.value];
  if (window !== null && window.problem !== "") notices.push(window.problem);
  else if (!run.hasEvents && run.problem !== "") notices.push(`There are no single events: ${run.problem}`);
  else if (window?.isCoarser) notices.push("Too much happens here to show each activity: zoom in to see them");
  if (edges !== null && layers.has("messages")) {
    if (edges.leftOutMessages > 0) notices.push(`${count(edges.leftOutMessages)} messages: zoom in to see them`);
    else if (!edges.hasSent) notices.push("Messages to rows that are not near are left out: zoom in to see them");
    if (edges.leftOutProbes > 0) notices.push(`${count(edges.leftOutProbes)} probed messages: zoom in to see their probes`);
    if (edges.leftOutTransfers > 0) notices.push(`${count(edges.leftOutTransfers)} transfers of partitions: zoom in to see them`);
  }
  if (edges !== null && layers.has("collectives") && edges.leftOutCollectives > 0) notices.push(`${count(edges.leftOutCollectives)} parts of collective operations: zoom in to see them`);
  if (edges !== null && (timeline.showsStates.value || timeline.showsCores.value) && edges.leftOutStates > 0) notices.push(`${count(edges.leftOutStates)} states of threads: zoom in to see them`);
  return notices.filter((each) => each !== "");
}

function Notices({ timeline, run }: { timeline: Model; run: Run }) {
  const notices = noticesOf(timeline, run);
  return (
    <div class="tl-notices" role="status">
      {notices.map((each) => (
        <span key={each}>{each}</span>
      ))}
    </div>
  );
}

function Panel({ timeline }: { timeline: Model }) {
  const panel = timeline.panel.value;
  if (panel === "path") return <PathPanel timeline={timeline} />;
  if (panel === "time") return <TimePanel timeline={timeline} />;
  if (panel === "table") return <TablePanel timeline={timeline} />;
  if (panel === "legend") return <LegendPanel timeline={timeline} />;
  return <SelectionPanel timeline={timeline} />;
}

function keysOf(timeline: Model) {
  return [
    ...moveKeys([timeline]),
    { key: "ArrowUp", does: "rows above; in the picture, the row above", action: () => scrollRows(timeline, -3) },
    { key: "ArrowDown", does: "rows below; in the picture, the row below", action: () => scrollRows(timeline, 3) },
    { key: "PageUp", does: "a page of rows up", action: () => scrollRows(timeline, -timeline.size.peek().height / timeline.view.peek().rowHeight) },
    { key: "PageDown", does: "a page of rows down", action: () => scrollRows(timeline, timeline.size.peek().height / timeline.view.peek().rowHeight) },
    { key: "c", does: "flame chart: a row as high as its calls are deep", action: () => showFlameChart(timeline) },
    { key: "[", does: "the stretch before on the critical path", action: () => stepPath(timeline, -1) },
    { key: "]", does: "the next stretch of the critical path", action: () => stepPath(timeline, 1) },
    { key: "/", does: "find a function", action: () => document.getElementById("tl-search")?.focus() },
    { key: "n", does: "the next activity that is found", action: () => showFound(timeline, 1) },
    { key: "p", does: "the activity before that is found", action: () => showFound(timeline, -1) },
    { key: "Escape", does: "select nothing", action: () => timeline.select(null) },
  ];
}

const kTabs: readonly (readonly [PanelName, string])[] = [
  ["selection", "Details"],
  ["path", "Critical path"],
  ["time", "Time"],
  ["table", "Table"],
  ["legend", "Legend"],
];

function Shown({ timeline, run }: { timeline: Model; run: Run }) {
  useKeys(keysOf(timeline));
  useLayoutEffect(() => {
    const stop = onFrame(() => timeline.askForMissing());
    const stopWatching = effect(() => {
      void [timeline.view.value, timeline.size.value, timeline.rows.value, timeline.layers.value, timeline.panel.value, timeline.selection.value, timeline.window.value.value, route.value];
      requestFrame();
    });
    const stopRevealing = effect(() => {
      if (timeline.stretches.value.value !== null) untracked(() => revealWanted(timeline));
    });
    return () => {
      stop();
      stopWatching();
      stopRevealing();
    };
  }, [timeline]);
  const tabs = kTabs.filter(([panel]) => panel !== "path" || run.stretches > 0);
  const hasPath = run.stretches > 0 && timeline.layers.value.has("path");
  return (
    <div class={`tl ${timeline.rows.value.hasThreads ? "tl-has-threads" : ""}`}>
      <Toolbar timeline={timeline} />
      <div class="tl-main">
        <div class="tl-left">
          <div class="tl-head">
            <div class="tl-corner">
              <span class="tl-corner-overview">Whole run</span>
              {hasPath && <span class="tl-corner-path">Critical path</span>}
            </div>
            <div class="tl-heads">
              <Overview timeline={timeline} />
              <Axis timeline={timeline} />
              {hasPath && <PathStrip timeline={timeline} />}
            </div>
          </div>
          <div class="tl-rows" id="tl-rows">
            <Labels timeline={timeline} />
            <div class="tl-rows-area">
              <RowsArea timeline={timeline} />
              <Tooltip timeline={timeline} />
              <Notices timeline={timeline} run={run} />
            </div>
            <RowsScroll timeline={timeline} />
          </div>
        </div>
        <aside class="tl-aside">
          <Tabs id="tl" label="Beside the rows" tabs={tabs} shown={timeline.panel.value} onShow={(panel) => timeline.showPanel(panel)}>
            <div class="tl-panel" tabIndex={0}>
              <Panel timeline={timeline} />
            </div>
          </Tabs>
        </aside>
      </div>
    </div>
  );
}

export function Timeline({ report }: { report: Report }) {
  const timeline = timelineOf(report);
  const run = timeline.run.value;
  if (timeline.runProblem.value !== "")
    return (
      <p class="message" role="alert">
        {timeline.runProblem.value}
      </p>
    );
  if (run === null) return <p class="message">Reading what was recorded …</p>;
  const reason = reasonOf(timeline, run);
  return reason === "" ? <Shown timeline={timeline} run={run} /> : <p class="message">{reason}</p>;
}
