// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

import { useRef } from "preact/hooks";
import { countOf } from "base/format";
import { foundActivities, showFound } from "timeline/actions";
import { HeightButtons, LayerChecks, ZoomButtons } from "timeline/controls";
import type { Timeline } from "timeline/model";

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

export function Toolbar({ timeline }: { timeline: Timeline }) {
  const timelines = [timeline];
  return (
    <div class="tl-toolbar" role="toolbar" aria-label="Timeline">
      <ZoomButtons timelines={timelines} whole="Whole run" />
      <HeightButtons timelines={timelines} />
      <LayerChecks timelines={timelines} />
      <Search timeline={timeline} />
    </div>
  );
}
