// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

// This file has what the timeline shows: the view, what came from the server for it, what is selected. The
// view is ahead of the URL while the user zooms or pans, and is written there when that has ended.

import { batch, computed, effect, signal, untracked } from "@preact/signals";
import { clamp } from "base/geometry";
import { heightOfAllLevels } from "layout/bands";
import type { BoxData } from "layout/boxes";
import { type Paints, paintsOf } from "layout/paints";
import { type Hit, type Layer, type Scene, type SceneData, kLayers } from "layout/scene";
import type { StateData } from "layout/states";
import { type Extent, type View, type Viewport, clampedView, visibleRows } from "layout/viewport";
import { callsOf } from "model/calls";
import { type Report, isOfRun } from "model/report";
import { rowsOf } from "model/rows";
import { isShown } from "model/states";
import type { Bins } from "model/stats";
import { type Selection, isSameSelection } from "model/selection";
import { type Activities, type CauseChain, type CausedWaits, type Corrections, type Edges, LocationIndex, type Run, type Stretches } from "model/timeline";
import { type WindowQuery, floorPower, refinedResolution, safeResolution, windowQuery } from "model/window_query";
import { Feed } from "state/feed";
import { askBins, statsRequest } from "state/stats_requests";
import { go, goLater, goNow, route } from "state/route";
import { theme } from "state/theme";
import type { Route, ViewName } from "state/url";
import {
  type WindowAnswer,
  askCause,
  askCaused,
  askCorrections,
  askEdges,
  askRun,
  askStretches,
  askWindow,
  pathRequest,
  windowRequest,
} from "state/timeline_requests";

export type Panel = "selection" | "path" | "time" | "table" | "legend";
const kPanels: readonly Panel[] = ["selection", "path", "time", "table", "legend"];

const kMostKept = 500_000; ///< Is the most rows of answers that are kept.
const kLeastHeight = 24; ///< Is the least height of rows where nothing is said about it.
const kMinimapRows = 24;
const kNoActivities: Activities = {
  size: 0,
  location: new Uint32Array(0),
  begin: new Float64Array(0),
  end: new Float64Array(0),
  path: new Uint32Array(0),
  count: new Uint32Array(0),
  share: new Uint8Array(0),
};

/** Says what the pointer is at, and where. */
export interface Hover {
  readonly x: number;
  readonly y: number;
  readonly hit: Hit;
}

/** Says what of the URL a timeline follows and writes. */
export interface UrlPart {
  readonly view: ViewName; ///< Is where the timeline is seen.
  readonly hasWindow: boolean; ///< Says that it has the times and rows that are seen as well.
  readonly pick: "pick" | "second_pick";
}

const kOwnUrl: UrlPart = { view: "timeline", hasWindow: true, pick: "pick" };

export class Timeline {
  readonly calls;
  readonly run = signal<Run | null>(null);
  readonly runProblem = signal("");

  readonly collapsed = signal<ReadonlySet<string>>(new Set());
  readonly rows = computed(() => {
    const areUnknown = !this.knowsStates.value; // Then locations that are no threads are there for something else.
    const system = { causes: areUnknown || this.showsStates.value, cores: areUnknown || this.showsCores.value };
    return rowsOf(this.report, this.collapsed.value, (location) => isShown(this.report, location, system));
  });
  readonly size = signal({ width: 0, height: 0 }); ///< Is the size of the area of the rows.
  readonly view = signal<View>({ from: 0, to: 1, firstRow: 0, rowHeight: kLeastHeight });
  readonly hover = signal<Hover | null>(null);
  readonly range = signal<readonly [number, number] | null>(null); ///< Has times that are being chosen.
  readonly search = signal("");
  readonly stripColors = signal<"path" | "location">("path");
  readonly paints = computed<Paints>(() => paintsOf(this.report, theme.value));

  readonly window = new Feed<WindowAnswer>((answer) => answer.activities.size + answer.waits.size, kMostKept);
  readonly edges = new Feed<Edges>((edges) => edges.messages.size + edges.probes.size + edges.collectives.size + edges.transfers.size + edges.states.size, kMostKept);
  readonly stretches = new Feed<Stretches>((stretches) => stretches.size, kMostKept);
  readonly corrections = new Feed<Corrections>((corrections) => corrections.size, kMostKept);
  readonly times = new Feed<Bins>(); ///< Has the times of what is seen, as one bin.
  readonly overview = new Feed<WindowAnswer>();
  readonly chain = new Feed<CauseChain>();
  readonly caused = new Feed<CausedWaits>();

  /** Says that what is selected is to be seen once it has come. */
  isRevealWanted = false;
  /** Is what is drawn now, for whoever asks what is at a point. */
  scene: Scene | null = null;
  private written = ""; ///< Is what was last written into the URL, or taken from it.
  private stepTime = 0;
  private linked: number | null = null; ///< Is a location that a link names.

  constructor(
    readonly report: Report,
    private readonly url: UrlPart = kOwnUrl,
  ) {
    this.calls = callsOf(report.callPaths);
    void this.load();
  }

  /** Returns the times that can be seen, in ticks: those of the run, or more. */
  protected get bounds(): { readonly first: number; readonly end: number } {
    return { first: 0, end: this.run.value?.length ?? 1 };
  }

  private async load(): Promise<void> {
    try {
      const run = await askRun(this.report);
      batch(() => {
        this.view.value = { ...this.view.value, from: 0, to: Math.max(run.length, 1) };
        this.run.value = run;
      });
      if (this.url.hasWindow) effect(() => this.takeFromUrl());
      effect(() => this.keepInRows());
      effect(() => {
        void this.sceneData.value;
        this.hover.value = null; // What the pointer was at is at another position in tables that come.
      });
      effect(() => {
        const answer = this.window.value.value;
        if (answer !== null) untracked(() => this.selectLinked(answer));
      });
    } catch (problem) {
      this.runProblem.value = problem instanceof Error ? problem.message : String(problem);
    }
  }

  // --- the view

  /** Returns rows' height if the URL has none: enough for all levels of calls, if there is room. */
  private get usualHeight(): number {
    const { height } = this.size.peek();
    const wanted = Math.max(heightOfAllLevels(this.calls, this.showsStates.peek()), 40);
    return Math.floor(Math.min(Math.max(height / Math.max(this.rows.peek().size, 1), kLeastHeight), wanted));
  }

  get extent(): Extent {
    const { width, height } = this.size.peek();
    const { first, end } = untracked(() => this.bounds);
    return { first, length: end - first, rows: this.rows.peek().size, width, height };
  }

  /** Returns the view and the area in which it is seen; depends on both. */
  viewport(): Viewport {
    const { width, height } = this.size.value;
    const { first, end } = this.bounds;
    return { ...this.view.value, width, height, first, length: end - first, rows: this.rows.value.size };
  }

  setSize(width: number, height: number): void {
    const old = this.size.peek();
    if (old.width === width && old.height === height) return;
    batch(() => {
      this.size.value = { width, height };
      const rowHeight = route.peek().height ?? this.usualHeight;
      this.view.value = clampedView(old.height === 0 ? { ...this.view.peek(), rowHeight } : this.view.peek(), this.extent);
    });
    if (old.height === 0) this.showLocationOfUrl();
  }

  /** Shows a view. "back" undoes a `step`; of many small ones the first is such a step. */
  show(view: View, how: "step" | "small" = "step"): void {
    batch(() => {
      this.view.value = clampedView(view, this.extent);
      this.hover.value = null; // Something else is there now.
    });
    const now = Date.now();
    const isFirst = how === "step" || now - this.stepTime > 700;
    this.stepTime = how === "step" ? 0 : now;
    if (route.peek().view !== this.url.view) return;
    if (isFirst) {
      goNow();
      go(this.write(), "step");
    } else goLater(() => this.write());
  }

  /** Scrolls where there are fewer rows than before. */
  private keepInRows(): void {
    void this.rows.value;
    if (this.size.peek().height > 0) this.view.value = clampedView(this.view.peek(), this.extent);
  }

  private routeOfView() {
    const { from, to, firstRow, rowHeight } = this.view.peek();
    const { ticksPerSecond } = this.run.peek()!;
    const { first, end } = this.bounds;
    const isWhole = from <= first && to >= end;
    const seconds = (ticks: number) => ticks / ticksPerSecond;
    return {
      from: isWhole ? null : seconds(Math.floor(from)),
      to: isWhole ? null : seconds(Math.ceil(to)),
      row: Math.round(firstRow) === 0 ? null : Math.round(firstRow),
      height: rowHeight === this.usualHeight ? null : Math.round(rowHeight * 10) / 10,
    };
  }

  private write(): Partial<Route> {
    const fields = this.routeOfView();
    this.written = JSON.stringify(fields);
    return fields;
  }

  /** Follows back, forward and links. */
  private takeFromUrl(): void {
    const { view, from, to, row, height } = route.value;
    if (view !== this.url.view) return;
    const fields = JSON.stringify({ from, to, row, height });
    if (fields === this.written) return;
    this.written = fields;
    untracked(() => {
      const { ticksPerSecond } = this.run.peek()!;
      const { first, end: last } = this.bounds;
      const ticks = (seconds: number) => Math.round(seconds * ticksPerSecond);
      const begin = from === null ? first : ticks(from);
      const end = to === null ? last : ticks(to);
      const wanted = { from: begin, to: Math.max(end, begin + 1), firstRow: row ?? 0, rowHeight: height ?? this.usualHeight };
      this.view.value = this.size.peek().height === 0 ? wanted : clampedView(wanted, this.extent);
      this.linked = from !== null && route.peek()[this.url.pick] === null ? route.peek().location : null;
      if (this.size.peek().height !== 0) this.showLocationOfUrl();
    });
  }

  /** Selects the longest wait state at the location and time that a link names. */
  private selectLinked(answer: WindowAnswer): void {
    const { from, to } = this.view.peek();
    const location = this.linked;
    if (location === null || !answer.locations.has(location) || answer.query.from > from || answer.query.to < to) return;
    this.linked = null;
    const { waits, waitIndex } = answer;
    let longest = -1;
    for (let i = waitIndex.begin(location); i < waitIndex.end(location); ++i)
      if (waits.begin[i]! >= from && waits.end[i]! <= to && (longest < 0 || waits.amount[i]! > waits.amount[longest]!)) longest = i;
    if (longest >= 0) this.select({ kind: "wait", location, wait: waits.wait[longest]! });
  }

  /** Shows the location that a link names where it does not say which rows are seen. */
  private showLocationOfUrl(): void {
    const { location, row } = route.peek();
    if (location === null || row !== null || location >= this.report.locations.size) return;
    const at = this.rows.peek().rowOf[location]!;
    const { rowHeight } = this.view.peek();
    const room = this.size.peek().height / rowHeight;
    if (at >= room) this.view.value = clampedView({ ...this.view.peek(), firstRow: at - room / 2 }, this.extent);
  }

  // --- what is chosen

  readonly selection = computed(() => route.value[this.url.pick]);

  select(selection: Selection | null): void {
    this.isRevealWanted = false;
    if (!isSameSelection(selection, this.selection.peek())) go({ [this.url.pick]: selection }, "replace");
  }

  readonly layers = computed<ReadonlySet<Layer>>(() => {
    const hidden = (route.value.hide ?? "").split(".");
    return new Set(kLayers.filter((each) => !hidden.includes(each)));
  });

  toggleLayer(layer: Layer): void {
    const shown = new Set(this.layers.peek());
    if (!shown.delete(layer)) shown.add(layer);
    const hidden = kLayers.filter((each) => !shown.has(each));
    go({ hide: hidden.length === 0 ? null : hidden.join(".") }, "replace");
  }

  /** Says that the kernel's scheduler was recorded. */
  readonly knowsStates = computed(() => (this.run.value?.states ?? 0) > 0);
  readonly showsStates = computed(() => this.knowsStates.value && this.layers.value.has("states"));
  readonly showsCores = computed(() => this.knowsStates.value && route.value.cores === "yes");

  toggleCores(): void {
    go({ cores: route.peek().cores === null ? "yes" : null }, "replace");
  }

  readonly panel = computed<Panel>(() => kPanels.find((each) => each === route.value.panel) ?? "selection");

  showPanel(panel: Panel): void {
    go({ panel: panel === "selection" ? null : panel }, "replace");
  }

  /** Has regions that are searched for; null: none is. */
  readonly found = computed<ReadonlySet<number> | null>(() => {
    const text = this.search.value.trim().toLowerCase();
    if (text === "") return null;
    const found = new Set<number>();
    this.report.regions.name.forEach((name, region) => {
      if (name.toLowerCase().includes(text)) found.add(region);
    });
    return found;
  });

  toggleGroup(key: string): void {
    const next = new Set(this.collapsed.peek());
    if (!next.delete(key)) next.add(key);
    this.collapsed.value = next;
  }

  // --- what is drawn

  readonly boxes = computed<BoxData>(() => {
    const answer = this.window.value.value;
    const activities = answer?.activities ?? kNoActivities;
    const index = answer?.activityIndex ?? new LocationIndex(activities.location, this.report.locations.size);
    return { report: this.report, calls: this.calls, rows: this.rows.value, activities, index, hasStates: this.showsStates.value };
  });

  private readonly states = computed<StateData | null>(() => {
    const states = this.edges.value.value?.states;
    return states === undefined ? null : { states, index: new LocationIndex(states.location, this.report.locations.size) };
  });

  readonly sceneData = computed<SceneData>(() => {
    const answer = this.window.value.value;
    return {
      boxes: this.boxes.value,
      ticksPerSecond: this.run.value?.ticksPerSecond ?? 1,
      known: { ...this.knownTimes(answer), hasLocation: (location) => answer?.locations.has(location) ?? false },
      waits: answer === null ? null : { waits: answer.waits, index: answer.waitIndex },
      edges: this.edges.value.value,
      states: this.states.value,
      stretches: this.stretches.value.value,
      corrections: this.corrections.value.value,
    };
  });

  /** Returns times that are known: before the run's begin and behind its end nothing is missing. */
  private knownTimes(answer: WindowAnswer | null): { from: number; to: number } {
    if (answer === null) return { from: 0, to: 0 };
    const { from, to } = answer.query;
    return { from: from <= 0 ? -Infinity : from, to: to >= (this.run.value?.length ?? Infinity) ? Infinity : to };
  }

  // --- what is asked for

  /** Asks for what the view needs and is not there. It is called once a frame. */
  askForMissing(): void {
    const run = this.run.peek();
    const { width, height } = this.size.peek();
    if (run === null || run.length === 0 || width === 0 || height === 0) return;
    const view = this.viewport();
    const [firstRow, endRow] = visibleRows(view);
    const [from, to] = [clamp(view.from, 0, run.length), clamp(view.to, 0, run.length)];
    if (from === to) return; // The run had not begun, or had ended.
    const seenWidth = (width * (to - from)) / (view.to - view.from);
    const query = windowQuery({ from, to, width: seenWidth, firstRow, endRow }, this.rows.peek().location, run.length);
    if (query.locations.length === 0) return;
    this.askForWindow(query);
    const layers = this.layers.peek();
    const hasEdges = layers.has("messages") || layers.has("collectives") || this.showsStates.peek() || this.showsCores.peek();
    if (hasEdges) this.edges.want(windowRequest("edges", query), (signal) => askEdges(this.report, query, signal));
    if (run.stretches > 0) this.stretches.want(pathRequest(query), (signal) => askStretches(this.report, query, signal));
    if (run.corrections > 0) this.corrections.want(windowRequest("corrections", query), (signal) => askCorrections(this.report, query, signal));
    if (this.panel.peek() === "time") this.askForTimes(run, view);
    this.askForOverview(run);
    this.askForCauses();
  }

  /** Asks for a window: first so coarse that the answer cannot be too large, then finer. */
  private askForWindow(query: WindowQuery): void {
    const last = this.window.value.peek();
    const isSame = last !== null && windowRequest("window", { ...last.query, resolution: 1 }) === windowRequest("window", { ...query, resolution: 1 });
    const resolution = isSame ? refinedResolution(query, last.query.resolution, last.activities.size) : safeResolution(query);
    const wanted = { ...query, resolution };
    this.window.want(windowRequest("window", wanted), (signal) => askWindow(this.report, wanted, signal));
  }

  private askForTimes(run: Run, view: Viewport): void {
    const rows = this.rows.peek().location.subarray(...visibleRows(view));
    const query = { locations: [...new Set(rows)].sort((a, b) => a - b), from: Math.floor(view.from), to: Math.ceil(view.to), bins: 1 };
    this.times.want(statsRequest("bins", query), (signal) => askBins(this.report, query, run.ticksPerSecond, signal));
  }

  /** Has some locations, as many as there is room for: where states are known, of those that have calls. */
  private readonly overviewLocations = computed(() => {
    const all = Array.from({ length: this.report.locations.size }, (_, i) => i).filter((each) => !this.knowsStates.value || isOfRun(this.report, each));
    const step = Math.max(Math.ceil(all.length / kMinimapRows), 1);
    return all.filter((_, i) => i % step === 0);
  });

  /** Asks for the whole run. */
  private askForOverview(run: Run): void {
    const locations = this.overviewLocations.peek();
    const wanted = { locations, from: 0, to: run.length, resolution: floorPower(run.length / 1000) };
    this.overview.want(windowRequest("window", wanted), (signal) => askWindow(this.report, wanted, signal));
  }

  private askForCauses(): void {
    const selected = this.selection.peek();
    if (selected?.kind === "wait") {
      const { location, wait } = selected;
      this.chain.want(`${location} ${wait}`, (signal) => askCause(this.report, location, wait, signal));
    } else this.chain.clear();
    if (selected?.kind === "call" && selected.path > 0) {
      const { location, begin, end, path } = selected;
      this.caused.want(`${location} ${begin} ${end} ${path}`, (signal) => askCaused(this.report, location, begin, end, path - 1, signal));
    } else this.caused.clear();
  }
}

let current: Timeline | null = null;
let shown: readonly Timeline[] = [];

/** Returns the timelines that were shown last, from top to bottom. */
export function shownTimelines(): readonly Timeline[] {
  return shown;
}

export function setShownTimelines(timelines: readonly Timeline[]): void {
  shown = timelines;
}

/** Returns the timeline of a report; it stays while other views are shown. */
export function timelineOf(report: Report): Timeline {
  if (current?.report !== report) current = new Timeline(report);
  setShownTimelines([current]);
  return current;
}
