// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

// This file has buttons and keys that move timelines. Of several, the first one leads the others.

import type { Layer } from "layout/scene";
import { hasCores } from "model/states";
import type { Run } from "model/timeline";
import { route } from "state/route";
import { changeRowHeight, fitRows, panBy, showAll, zoomBy, zoomToSelection } from "timeline/actions";
import { Times } from "timeline/facts";
import type { Timeline } from "timeline/model";
import type { Binding } from "widgets/keys";

interface ControlProps {
  readonly timelines: readonly Timeline[];
}

const kHigher = 1.5;

function Button({ name, title, action, isOff = false }: { name: string; title: string; action: () => void; isOff?: boolean }) {
  return (
    <button type="button" title={title} aria-label={name.length > 1 ? undefined : title} disabled={isOff} onClick={action}>
      {name}
    </button>
  );
}

/** Has buttons to zoom; `whole` says what "All" shows. */
export function ZoomButtons({ timelines, whole }: ControlProps & { whole: string }) {
  const first = timelines[0]!;
  const { from, to } = first.view.value;
  const times = new Times(first);
  return (
    <div class="tl-group">
      <Button name="−" title="Zoom out" action={() => zoomBy(first, 2)} />
      <Button name="+" title="Zoom in" action={() => zoomBy(first, 0.5)} />
      <Button name="All" title={whole} action={() => showAll(first)} />
      <Button name="Selected" title="Zoom to what is selected" isOff={timelines.every(({ selection }) => selection.value === null)} action={() => timelines.forEach(zoomToSelection)} />
      <span class="tl-span" title={`From ${times.at(Math.floor(from))} to ${times.at(Math.ceil(to))}`}>
        {times.long(to - from)}
      </span>
    </div>
  );
}

export function HeightButtons({ timelines }: ControlProps) {
  return (
    <div class="tl-group" role="group" aria-label="Height of rows">
      <span class="tl-name">Rows</span>
      <Button name="−" title="Lower rows" action={() => timelines.forEach((each) => changeRowHeight(each, 1 / kHigher))} />
      <Button name="+" title="Higher rows" action={() => timelines.forEach((each) => changeRowHeight(each, kHigher))} />
      <Button name="Fit" title="All rows at once" action={() => timelines.forEach(fitRows)} />
    </div>
  );
}

const kLayerChoices: readonly { readonly layer: Layer; readonly name: string; readonly isThere: (run: Run) => boolean }[] = [
  { layer: "waits", name: "Wait states", isThere: (run) => run.waits > 0 },
  { layer: "messages", name: "Messages", isThere: (run) => run.messages + run.transfers > 0 },
  { layer: "collectives", name: "Collectives", isThere: (run) => run.collectives > 0 },
  { layer: "path", name: "Critical path", isThere: (run) => run.stretches > 0 },
  { layer: "corrections", name: "Corrected clocks", isThere: (run) => run.corrections > 0 },
  { layer: "states", name: "States", isThere: (run) => run.states > 0 },
];

/** Has a check for each layer that any of the runs has, and one for rows of cores, for all timelines together. */
export function LayerChecks({ timelines }: ControlProps) {
  const runs = timelines.flatMap(({ run }) => run.value ?? []);
  const there = kLayerChoices.filter(({ isThere }) => runs.some(isThere));
  const first = timelines[0]!;
  const isCoresThere = timelines.some(({ knowsStates, report }) => knowsStates.value && hasCores(report));
  if (there.length === 0) return null;
  return (
    <fieldset class="tl-group">
      <legend class="only-heard">Shown</legend>
      {there.map(({ layer, name }) => (
        <label key={layer} class="tl-check">
          <input type="checkbox" checked={first.layers.value.has(layer)} onChange={() => first.toggleLayer(layer)} />
          {name}
        </label>
      ))}
      {isCoresThere && (
        <label class="tl-check" title="A row for each core, with what it ran">
          <input type="checkbox" checked={route.value.cores === "yes"} onChange={() => first.toggleCores()} />
          Cores
        </label>
      )}
    </fieldset>
  );
}

/** Returns keys that do what the buttons do, and that go to other times. */
export function moveKeys(timelines: readonly Timeline[]): Binding[] {
  const first = timelines[0]!;
  return [
    { key: "w", does: "zoom in (as + does)", action: () => zoomBy(first, 0.5) },
    { key: "+", does: "zoom in", action: () => zoomBy(first, 0.5) },
    { key: "s", does: "zoom out (as - does)", action: () => zoomBy(first, 2) },
    { key: "-", does: "zoom out", action: () => zoomBy(first, 2) },
    { key: "a", does: "earlier", action: () => panBy(first, -0.25) },
    { key: "d", does: "later", action: () => panBy(first, 0.25) },
    { key: "ArrowLeft", does: "earlier; in a picture, the activity before", action: () => panBy(first, -0.25) },
    { key: "ArrowRight", does: "later; in a picture, the next activity", action: () => panBy(first, 0.25) },
    { key: "0", does: "all of it", action: () => showAll(first) },
    { key: "f", does: "zoom to what is selected", action: () => timelines.forEach(zoomToSelection) },
    { key: "h", does: "higher rows", action: () => timelines.forEach((each) => changeRowHeight(each, kHigher)) },
    { key: "l", does: "lower rows", action: () => timelines.forEach((each) => changeRowHeight(each, 1 / kHigher)) },
  ];
}

/** Says, in a sentence, why there is nothing to see of a run; empty: there is something. */
export function reasonOf(timeline: Timeline, run: Run): string {
  if (timeline.report.locations.size === 0) return "The report has no locations, so there is no timeline.";
  if (run.length === 0) return `There is no timeline${run.problem === "" ? ": nothing was recorded." : `: ${run.problem}`}`;
  return "";
}
