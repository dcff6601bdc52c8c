// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

// This file has the picture of the rows and what the pointer and keys do there.

import { useEffect, useRef } from "preact/hooks";
import type { Size } from "base/geometry";
import { type Box, type BoxData, activityAt, boxOf } from "layout/boxes";
import { DrawList } from "layout/draw_list";
import { drawOutside } from "layout/frame_parts";
import { drawCaused, drawCauses, frameBox, frameState, frameWait } from "layout/marks";
import { drawScene, hitAt } from "layout/scene";
import { type Viewport, timeAt, xOf } from "layout/viewport";
import { kNone } from "model/report";
import { type Drawing, measureIn } from "paint/canvas";
import { theme } from "state/theme";
import { changeRowHeight, panBy, areaOfSelection, scrollRows, selectionOfHit, walk, zoomBy, zoomToSelection } from "timeline/actions";
import { Canvas } from "timeline/canvas";
import { factsOfSelection, sentenceOf, waitOfEntry } from "timeline/facts";
import type { Timeline } from "timeline/model";

const kWheelStep = 1.0015; ///< Is the factor for each pixel that a wheel turned.
const kLeastDrag = 4; ///< Is the least length of a drag in pixels.

function drawRows(timeline: Timeline, size: Size): Drawing {
  timeline.setSize(size.width, size.height);
  const { font } = timeline.paints.peek().theme;
  const look = { paints: timeline.paints.peek(), measure: measureIn(font), found: timeline.found.peek() };
  timeline.scene = drawScene(timeline.viewport(), timeline.sceneData.peek(), timeline.layers.peek(), look);
  const outside = new DrawList();
  drawOutside(outside, timeline.viewport(), timeline.run.peek()?.length ?? 1, timeline.paints.peek());
  const [list, ...above] = timeline.scene.lists;
  return { list: list!, above: [outside, ...above], font };
}

function drawHover(list: DrawList, view: Viewport, boxes: BoxData, timeline: Timeline): void {
  const hover = timeline.hover.peek();
  if (hover === null) return;
  const color = list.color(timeline.paints.peek().theme.text);
  if (hover.hit.kind === "box") frameBox(list, view, boxes, hover.hit.box, color, 1);
  if (hover.hit.kind === "wait") frameWait(list, view, boxes, waitOfEntry(timeline, hover.hit.entry), color, 2);
  if (hover.hit.kind === "state") {
    const { location, begin, end } = timeline.edges.value.peek()!.states;
    const i = hover.hit.entry;
    frameState(list, view, boxes, { location: location[i]!, begin: begin[i]!, end: end[i]! }, color, 1);
  }
  if (hover.hit.kind === "line") {
    const { x1, y1, x2, y2 } = hover.hit.line;
    list.line(x1, y1, x2, y2, color, 3);
  }
}

function drawSelection(list: DrawList, view: Viewport, boxes: BoxData, timeline: Timeline): void {
  const selected = timeline.selection.peek();
  if (selected === null) return;
  const accent = list.color(timeline.paints.peek().theme.accent);
  if (selected.kind === "call") return frameBox(list, view, boxes, { ...selected, path: selected.path - 1 }, accent, 3);
  const found = areaOfSelection(timeline);
  if (found === null || selected.kind === "wait") return; // The causes of a wait state are drawn.
  if (selected.kind === "stretch") return frameBox(list, view, boxes, { location: found.locations[0]!, path: kNone, begin: found.from, end: found.to }, accent, 3);
  if (selected.kind === "state") frameState(list, view, boxes, { location: selected.location, begin: found.from, end: found.to }, accent, 2);
  for (const line of timeline.scene?.lines ?? []) {
    const own = selectionOfHit(timeline, { kind: "line", line });
    if (own !== null && JSON.stringify(own) === JSON.stringify(selected)) list.line(line.x1, line.y1, line.x2, line.y2, accent, 3);
  }
}

function drawRange(list: DrawList, view: Viewport, timeline: Timeline): void {
  const range = timeline.range.peek();
  if (range === null) return;
  const { theme: colors } = timeline.paints.peek();
  const [a, b] = range.map((time) => xOf(view, time)) as [number, number];
  list.rect(a, 0, b - a, view.height, list.color(colors.isForced ? colors.accent : `${colors.accent}33`));
  for (const x of [a, b]) list.rect(x - 0.5, 0, 1, view.height, list.color(colors.accent));
}

function drawMarks(timeline: Timeline): Drawing {
  const view = timeline.viewport();
  const boxes = timeline.boxes.peek();
  const { font } = timeline.paints.peek().theme;
  const look = { paints: timeline.paints.peek(), measure: measureIn(font) };
  const list = new DrawList();
  const chain = timeline.chain.value.peek();
  const caused = timeline.caused.value.peek();
  if (chain !== null) drawCauses(list, view, boxes, timeline.sceneData.peek().waits, chain, look);
  if (caused !== null) drawCaused(list, view, boxes, caused, look);
  const top = new DrawList();
  drawSelection(top, view, boxes, timeline);
  drawHover(top, view, boxes, timeline);
  drawRange(top, view, timeline);
  return { list, above: [top], font };
}

/** Handles drags: of a range to zoom to; with Shift or the middle button, of the picture itself. */
class Pointer {
  private start: { x: number; y: number; time: number; isPan: boolean; lastX: number; lastY: number } | null = null;

  constructor(
    private readonly timeline: Timeline,
    private readonly element: HTMLElement,
  ) {}

  private pointOf(event: MouseEvent): [number, number] {
    const box = this.element.getBoundingClientRect();
    return [event.clientX - box.left, event.clientY - box.top];
  }

  readonly down = (event: PointerEvent): void => {
    if (event.button > 1) return;
    const [x, y] = this.pointOf(event);
    const isPan = event.button === 1 || event.shiftKey;
    this.start = { x, y, time: timeAt(this.timeline.viewport(), x), isPan, lastX: x, lastY: y };
    this.element.setPointerCapture(event.pointerId);
    if (event.button === 1) event.preventDefault();
  };

  readonly move = (event: PointerEvent): void => {
    const [x, y] = this.pointOf(event);
    const { start, timeline } = this;
    if (start === null) return this.hover(x, y);
    if (start.isPan) {
      const view = timeline.view.peek();
      timeline.view.value = { ...view, firstRow: view.firstRow - (y - start.lastY) / view.rowHeight };
      panBy(timeline, -(x - start.lastX) / timeline.size.peek().width);
      [start.lastX, start.lastY] = [x, y];
    } else if (Math.abs(x - start.x) >= kLeastDrag) {
      const time = timeAt(timeline.viewport(), x);
      timeline.hover.value = null;
      timeline.range.value = [Math.min(start.time, time), Math.max(start.time, time)];
    }
  };

  readonly up = (event: PointerEvent): void => {
    const { start, timeline } = this;
    this.start = null;
    if (start === null) return;
    const range = timeline.range.peek();
    timeline.range.value = null;
    const [x, y] = this.pointOf(event);
    const isClick = Math.abs(x - start.x) < kLeastDrag && Math.abs(y - start.y) < kLeastDrag;
    if (isClick && event.button === 0) return this.click(x, y);
    if (range !== null) timeline.show({ ...timeline.view.peek(), from: range[0], to: range[1] });
  };

  readonly leave = (): void => {
    this.timeline.hover.value = null;
  };

  private hover(x: number, y: number): void {
    const hit = this.timeline.scene === null ? null : hitAt(this.timeline.scene, x, y);
    this.timeline.hover.value = hit === null ? null : { x, y, hit };
  }

  private click(x: number, y: number): void {
    const hit = this.timeline.scene === null ? null : hitAt(this.timeline.scene, x, y);
    this.timeline.hover.value = null; // It would lie over what is seen of it now.
    this.timeline.select(hit === null ? null : selectionOfHit(this.timeline, hit));
  }

  readonly wheel = (event: WheelEvent): void => {
    event.preventDefault();
    const unit = event.deltaMode === WheelEvent.DOM_DELTA_LINE ? 16 : 1;
    const [x, y] = this.pointOf(event);
    const { timeline } = this;
    const sideways = event.shiftKey ? event.deltaX || event.deltaY : event.deltaX;
    if (event.ctrlKey) return changeRowHeight(timeline, kWheelStep ** (-event.deltaY * unit), y);
    if (event.altKey) return scrollRows(timeline, (event.deltaY * unit) / timeline.view.peek().rowHeight);
    if (Math.abs(sideways) > Math.abs(event.shiftKey ? 0 : event.deltaY)) return panBy(timeline, (sideways * unit) / timeline.size.peek().width);
    zoomBy(timeline, kWheelStep ** (event.deltaY * unit), timeAt(timeline.viewport(), x), "small");
  };
}

/** Handles keys that work while the picture has the focus, in place of those that work everywhere. */
function onKey(timeline: Timeline, event: KeyboardEvent): void {
  if (event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return;
  const actions: Record<string, () => void> = {
    ArrowLeft: () => walk(timeline, -1, "time"),
    ArrowRight: () => walk(timeline, 1, "time"),
    ArrowUp: () => walk(timeline, -1, "rows"),
    ArrowDown: () => walk(timeline, 1, "rows"),
    Enter: () => zoomToSelection(timeline),
  };
  if (!Object.hasOwn(actions, event.key)) return;
  event.preventDefault();
  actions[event.key]!();
}

/** Zooms to the whole call on which a double click was. */
function zoomToCall(timeline: Timeline): void {
  const selected = timeline.selection.peek();
  const box: Box | null = selected?.kind === "call" && selected.path > 0 ? callAround(timeline, selected.location, selected.begin, selected.path - 1) : null;
  if (box === null) return zoomToSelection(timeline);
  const margin = (box.end - box.begin) * 0.05;
  timeline.show({ ...timeline.view.peek(), from: box.begin - margin, to: box.end + margin });
}

function callAround(timeline: Timeline, location: number, time: number, path: number): Box | null {
  const activity = activityAt(timeline.boxes.peek(), location, time);
  return activity === kNone ? null : boxOf(timeline.boxes.peek(), activity, path);
}

export function Selected({ timeline }: { timeline: Timeline }) {
  const selected = timeline.selection.value;
  const facts = selected === null ? null : factsOfSelection(timeline, selected);
  return (
    <p class="only-heard" role="status">
      {facts === null ? "" : sentenceOf(facts)}
    </p>
  );
}

export function RowsArea({ timeline, label = "Timeline" }: { timeline: Timeline; label?: string }) {
  const area = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const element = area.current!;
    const pointer = new Pointer(timeline, element);
    element.addEventListener("wheel", pointer.wheel, { passive: false });
    element.addEventListener("pointerdown", pointer.down);
    element.addEventListener("pointermove", pointer.move);
    element.addEventListener("pointerup", pointer.up);
    element.addEventListener("pointerleave", pointer.leave);
    return () => {
      element.removeEventListener("wheel", pointer.wheel);
      element.removeEventListener("pointerdown", pointer.down);
      element.removeEventListener("pointermove", pointer.move);
      element.removeEventListener("pointerup", pointer.up);
      element.removeEventListener("pointerleave", pointer.leave);
    };
  }, [timeline]);
  const rows = () => [timeline.view.value, timeline.size.value, timeline.sceneData.value, timeline.layers.value, timeline.found.value, timeline.paints.value, theme.value];
  const marks = () => [rows(), timeline.hover.value, timeline.range.value, timeline.selection.value, timeline.chain.value.value, timeline.caused.value.value];
  return (
    <div
      ref={area}
      class="tl-area"
      tabIndex={0}
      role="application"
      aria-label={`${label}: arrow keys go from activity to activity, Enter zooms to what is selected`}
      onKeyDown={(event) => onKey(timeline, event)}
      onDblClick={() => zoomToCall(timeline)}
    >
      <Canvas class="tl-picture" draw={(size) => drawRows(timeline, size)} depends={rows} />
      <Canvas class="tl-picture" draw={() => drawMarks(timeline)} depends={marks} />
      <Selected timeline={timeline} />
    </div>
  );
}
