// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

import { effect } from "@preact/signals";
import { useLayoutEffect } from "preact/hooks";
import { seconds } from "base/format";
import type { Layer } from "layout/scene";
import { type Matched, kMatched } from "model/matched_times";
import type { Run } from "model/timeline";
import { onFrame, requestFrame } from "paint/frame";
import { go, route } from "state/route";
import { changeRowHeight, panBy, showAll, zoomBy, zoomToSelection } from "timeline/actions";
import { Times, factsOfSelection, sentenceOf } from "timeline/facts";
import { Axis } from "timeline/header";
import { Labels, RowsScroll } from "timeline/labels";
import { type Timeline, setShownTimelines } from "timeline/model";
import { RowsArea } from "timeline/rows_area";
import { Tooltip } from "timeline/tooltip";
import type { TimelinePair } from "views/compare/pair";
import { useKeys } from "widgets/keys";
import "timeline/timeline.css";

const kMatchedNames: Record<Matched, string> = { begin: "by their begin", end: "by their end", length: "to the same length" };

const kLayerNames: readonly (readonly [Layer, string, (run: Run) => boolean])[] = [
  ["waits", "Wait states", (run) => run.waits > 0],
  ["messages", "Messages", (run) => run.messages + run.transfers > 0],
  ["collectives", "Collectives", (run) => run.collectives > 0],
  ["path", "Critical path", (run) => run.stretches > 0],
];

function both(pair: TimelinePair, action: (timeline: Timeline) => void): void {
  action(pair.base);
  action(pair.other);
}

function Toolbar({ pair }: { pair: TimelinePair }) {
  const { base, other } = pair;
  const { from, to } = base.view.value;
  const runs = [base.run.value!, other.run.value!];
  return (
    <div class="tl-toolbar" role="toolbar" aria-label="Timelines">
      <div class="tl-group">
        <button type="button" aria-label="Zoom out" onClick={() => zoomBy(base, 2)}>
          −
        </button>
        <button type="button" aria-label="Zoom in" onClick={() => zoomBy(base, 0.5)}>
          +
        </button>
        <button type="button" title="Both runs" onClick={() => showAll(base)}>
          All
        </button>
        <span class="tl-span">{new Times(base).long(to - from)}</span>
      </div>
      <div class="tl-group" role="group" aria-label="Height of rows">
        <span class="tl-name">Rows</span>
        <button type="button" aria-label="Lower rows" onClick={() => both(pair, (each) => changeRowHeight(each, 1 / 1.5))}>
          −
        </button>
        <button type="button" aria-label="Higher rows" onClick={() => both(pair, (each) => changeRowHeight(each, 1.5))}>
          +
        </button>
      </div>
      <label class="tl-group matched">
        Runs are matched
        <select value={pair.matched.value} onChange={(event) => go({ matched: event.currentTarget.value === "begin" ? null : (event.currentTarget.value as "end" | "length") })}>
          {kMatched.map((each) => (
            <option key={each} value={each}>
              {kMatchedNames[each]}
            </option>
          ))}
        </select>
      </label>
      <fieldset class="tl-group">
        <legend class="only-heard">Shown</legend>
        {kLayerNames
          .filter(([, , isThere]) => runs.some(isThere))
          .map(([layer, name]) => (
            <label key={layer} class="tl-check">
              <input type="checkbox" checked={base.layers.value.has(layer)} onChange={() => base.toggleLayer(layer)} />
              {name}
            </label>
          ))}
      </fieldset>
    </div>
  );
}

/** Why there is nothing to see; empty: there is something. */
function reasonOf(timeline: Timeline): string {
  const run = timeline.run.value!;
  if (timeline.report.locations.size === 0) return "The report has no locations.";
  if (run.length === 0) return run.problem === "" ? "Nothing was recorded." : `There is no timeline: ${run.problem}`;
  return "";
}

function One({ timeline, name, id }: { timeline: Timeline; name: string; id: string }) {
  const run = timeline.run.value!;
  const reason = reasonOf(timeline);
  const selected = timeline.selection.value;
  const facts = selected === null ? null : factsOfSelection(timeline, selected);
  return (
    <section class={`pair-one tl ${timeline.rows.value.hasThreads ? "tl-has-threads" : ""}`} aria-label={`Timeline of the ${name}`}>
      <h2 class="pair-head">
        <span class="pair-name">{name === "base" ? "Base" : "Other"}</span>
        <span class="faint">{run.length > 0 && `ran ${seconds(run.length / run.ticksPerSecond)}`}</span>
        <span class="faint pair-selected">{facts === null ? "" : sentenceOf(facts)}</span>
      </h2>
      {reason !== "" ? (
        <p class="message">{reason}</p>
      ) : (
        <div class="tl-main">
          <div class="tl-left">
            <div class="tl-head">
              <div class="tl-corner" />
              <div class="tl-heads">
                <Axis timeline={timeline} />
              </div>
            </div>
            <div class="tl-rows" id={id}>
              <Labels timeline={timeline} />
              <div class="tl-rows-area">
                <RowsArea timeline={timeline} label={`Timeline of the ${name}`} />
                <Tooltip timeline={timeline} />
              </div>
              <RowsScroll timeline={timeline} controls={id} />
            </div>
          </div>
        </div>
      )}
    </section>
  );
}

function keysOf(pair: TimelinePair) {
  const { base } = pair;
  return [
    { key: "w", does: "timelines: zoom in (as + does)", action: () => zoomBy(base, 0.5) },
    { key: "+", does: "timelines: zoom in", action: () => zoomBy(base, 0.5) },
    { key: "s", does: "timelines: zoom out (as - does)", action: () => zoomBy(base, 2) },
    { key: "-", does: "timelines: zoom out", action: () => zoomBy(base, 2) },
    { key: "a", does: "timelines: earlier", action: () => panBy(base, -0.25) },
    { key: "d", does: "timelines: later", action: () => panBy(base, 0.25) },
    { key: "ArrowLeft", does: "timelines: earlier; in a picture, the activity before", action: () => panBy(base, -0.25) },
    { key: "ArrowRight", does: "timelines: later; in a picture, the next activity", action: () => panBy(base, 0.25) },
    { key: "0", does: "timelines: both runs", action: () => showAll(base) },
    { key: "f", does: "timelines: zoom to what is selected", action: () => both(pair, (each) => zoomToSelection(each)) },
    { key: "h", does: "timelines: higher rows", action: () => both(pair, (each) => changeRowHeight(each, 1.5)) },
    { key: "l", does: "timelines: lower rows", action: () => both(pair, (each) => changeRowHeight(each, 1 / 1.5)) },
    { key: "Escape", does: "timelines: select nothing", action: () => go({ pick: null, second_pick: null }, "replace") },
  ];
}

function Shown({ pair }: { pair: TimelinePair }) {
  const { base, other } = pair;
  useKeys(keysOf(pair));
  useLayoutEffect(() => {
    setShownTimelines([base, other]);
    const stop = onFrame(() => both(pair, (each) => each.askForMissing()));
    const stopWatching = effect(() => {
      both(pair, ({ view, size, rows, layers, selection, window }) => void [view.value, size.value, rows.value, layers.value, selection.value, window.value.value]);
      void route.value;
      requestFrame();
    });
    return () => {
      stop();
      stopWatching();
    };
  }, [pair]);
  return (
    <div class="pair">
      <Toolbar pair={pair} />
      <One timeline={base} name="base" id="base-rows" />
      <One timeline={other} name="other run" id="other-rows" />
    </div>
  );
}

/** The two runs below each other, on one axis of time. */
export function Timelines({ pair }: { pair: TimelinePair }) {
  const problem = pair.base.runProblem.value || pair.other.runProblem.value;
  if (problem !== "")
    return (
      <p class="message" role="alert">
        {problem}
      </p>
    );
  return pair.isThere.value ? <Shown pair={pair} /> : <p class="message">Reading what was recorded …</p>;
}
