// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

import { useRef } from "preact/hooks";
import { countOf } from "base/format";
import type { Layer } from "layout/scene";
import type { Run } from "model/timeline";
import { changeRowHeight, fitRows, foundActivities, showAll, showFound, zoomBy, zoomToSelection } from "timeline/actions";
import { Times } from "timeline/facts";
import type { Timeline } from "timeline/model";

interface Choice {
  readonly layer: Layer;
  readonly name: string;
  readonly isThere: (run: Run) => boolean;
}

const kChoices: readonly Choice[] = [
  { layer: "waits", name: "Wait states", isThere: (run) => run.waits > 0 },
  { layer: "messages", name: "Messages", isThere: (run) => run.messages + run.transfers > 0 },
  { layer: "collectives", name: "Collectives", isThere: (run) => run.collectives > 0 },
  { layer: "path", name: "Critical path", isThere: (run) => run.stretches > 0 },
  { layer: "corrections", name: "Corrected clocks", isThere: (run) => run.corrections > 0 },
];

function Layers({ timeline, run }: { timeline: Timeline; run: Run }) {
  const there = kChoices.filter(({ isThere }) => isThere(run));
  if (there.length === 0) return null;
  return (
    <fieldset class="tl-group">
      <legend class="only-heard">Shown</legend>
      {there.map(({ layer, name }) => (
        <label key={layer} class="tl-check">
          <input type="checkbox" checked={timeline.layers.value.has(layer)} onChange={() => timeline.toggleLayer(layer)} />
          {name}
        </label>
      ))}
    </fieldset>
  );
}

function Search({ timeline }: { timeline: Timeline }) {
  const field = useRef<HTMLInputElement>(null);
  const found = timeline.found.value === null ? 0 : foundActivities(timeline).length;
  return (
    <div class="tl-group" role="search">
      <input
        ref={field}
        id="tl-search"
        type="search"
        placeholder="Find a function"
        aria-label="Find a function"
        value={timeline.search.value}
        onInput={(event) => (timeline.search.value = event.currentTarget.value)}
        onKeyDown={(event) => {
          if (event.key === "Enter") showFound(timeline, event.shiftKey ? -1 : 1);
          if (event.key !== "Escape") return;
          timeline.search.value = "";
          field.current!.blur();
        }}
      />
      {timeline.found.value !== null && (
        <>
          <button type="button" aria-label="Previous" disabled={found === 0} onClick={() => showFound(timeline, -1)}>
            ‹
          </button>
          <button type="button" aria-label="Next" disabled={found === 0} onClick={() => showFound(timeline, 1)}>
            ›
          </button>
          <span class="tl-count" role="status">
            {found === 0 ? "none in view" : `${countOf(found, "activity", "activities")} in view`}
          </span>
        </>
      )}
    </div>
  );
}

function Button({ name, title, action, isOff = false }: { name: string; title: string; action: () => void; isOff?: boolean }) {
  return (
    <button type="button" title={title} aria-label={name.length > 1 ? undefined : title} disabled={isOff} onClick={action}>
      {name}
    </button>
  );
}

export function Toolbar({ timeline, run }: { timeline: Timeline; run: Run }) {
  const { from, to } = timeline.view.value;
  const times = new Times(timeline);
  return (
    <div class="tl-toolbar" role="toolbar" aria-label="Timeline">
      <div class="tl-group">
        <Button name="−" title="Zoom out" action={() => zoomBy(timeline, 2)} />
        <Button name="+" title="Zoom in" action={() => zoomBy(timeline, 0.5)} />
        <Button name="All" title="Whole run" action={() => showAll(timeline)} />
        <Button name="Selected" title="Zoom to what is selected" isOff={timeline.selection.value === null} action={() => zoomToSelection(timeline)} />
        <span class="tl-span" title={`From ${times.at(Math.floor(from))} to ${times.at(Math.ceil(to))}`}>
          {times.long(to - from)}
        </span>
      </div>
      <div class="tl-group" role="group" aria-label="Height of rows">
        <span class="tl-name">Rows</span>
        <Button name="−" title="Lower rows" action={() => changeRowHeight(timeline, 1 / 1.5)} />
        <Button name="+" title="Higher rows" action={() => changeRowHeight(timeline, 1.5)} />
        <Button name="Fit" title="All rows at once" action={() => fitRows(timeline)} />
      </div>
      <Layers timeline={timeline} run={run} />
      <Search timeline={timeline} />
    </div>
  );
}
