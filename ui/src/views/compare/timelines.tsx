// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

import { effect } from "@preact/signals";
import { useLayoutEffect } from "preact/hooks";
import { seconds } from "base/format";
import { type Matched, kMatched } from "model/matched_times";
import { onFrame, requestFrame } from "paint/frame";
import { sideNames } from "state/report";
import { go, route } from "state/route";
import { HeightButtons, LayerChecks, ZoomButtons, moveKeys, reasonOf } from "timeline/controls";
import { factsOfSelection, sentenceOf } from "timeline/facts";
import { Axis } from "timeline/header";
import { Labels, RowsScroll } from "timeline/labels";
import { type Timeline, setShownTimelines } from "timeline/model";
import { RowsArea } from "timeline/rows_area";
import { Tooltip } from "timeline/tooltip";
import type { TimelinePair } from "views/compare/pair";
import { useKeys } from "widgets/keys";
import "timeline/timeline.css";

const kMatchedNames: Record<Matched, string> = { begin: "by their begin", end: "by their end", length: "to the same length" };

function MatchedSelect({ pair }: { pair: TimelinePair }) {
  return (
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
  );
}

function Toolbar({ pair }: { pair: TimelinePair }) {
  return (
    <div class="tl-toolbar" role="toolbar" aria-label="Timelines">
      <ZoomButtons timelines={pair.timelines} whole="Both runs" />
      <HeightButtons timelines={pair.timelines} />
      <MatchedSelect pair={pair} />
      <LayerChecks timelines={pair.timelines} />
    </div>
  );
}

function One({ timeline, name, id }: { timeline: Timeline; name: string; id: string }) {
  const run = timeline.run.value!;
  const reason = reasonOf(timeline, run);
  const selected = timeline.selection.value;
  const facts = selected === null ? null : factsOfSelection(timeline, selected);
  return (
    <section class={`pair-one tl ${timeline.rows.value.hasThreads ? "tl-has-threads" : ""}`} aria-label={`Timeline of the ${name}`}>
      <h2 class="pair-head">
        <span class="pair-name">{name === "base" ? sideNames().base : sideNames().other}</span>
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

function Shown({ pair }: { pair: TimelinePair }) {
  const { base, other } = pair;
  useKeys([
    ...moveKeys(pair.timelines),
    { key: "Escape", does: "select nothing", action: () => go({ pick: null, second_pick: null }, "replace") },
  ]);
  useLayoutEffect(() => {
    setShownTimelines(pair.timelines);
    const stop = onFrame(() => pair.timelines.forEach((each) => each.askForMissing()));
    const stopWatching = effect(() => {
      pair.timelines.forEach(({ view, size, rows, layers, selection, window }) => void [view.value, size.value, rows.value, layers.value, selection.value, window.value.value]);
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

/** Shows the two runs below each other, on one axis of time. */
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
