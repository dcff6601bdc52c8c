// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

// What is seen is written behind the # of the URL, as a link: "#1/explorer?metric=time&path=4". The number is
// that of the format; a URL of an older one is made one of the next by an upgrader. Whatever stands there is
// read as something: what is not known, or cannot be, is left out.

import { type Part, partOf, partText } from "model/parts";
import { type Selection, selectionOf, selectionText } from "model/selection";
import { kModes } from "model/shares";

// A whole page can be about a prediction instead of the recorded run alone: "?prediction=3#1/compare".

export const kViews = ["start", "explorer", "timeline", "statistics", "compare", "scaling"] as const;
export type ViewName = (typeof kViews)[number];

/** Says how a member of a route stands in the URL. */
interface Field<T> {
  read(text: string): T | null;
  write(value: T): string | null; ///< Returns null if it is too long for a URL.
}

const text: Field<string> = { read: (from) => from, write: (value) => value };

const position: Field<number> = {
  read: (from) => (/^\d{1,9}$/.test(from) ? Number(from) : null),
  write: String,
};

const number: Field<number> = {
  read: (from) => (from !== "" && Number.isFinite(Number(from)) ? Number(from) : null),
  write: String,
};

function choice<T extends string>(...choices: readonly T[]): Field<T> {
  return { read: (from) => choices.find((each) => each === from) ?? null, write: (value) => value };
}

const kMostPositions = 1_000_000;
const kMostRanges = 200;

/** Are positions, ascending: "0-3,7". */
const positions: Field<readonly number[]> = {
  read(from) {
    const all: number[] = [];
    for (const piece of from.split(",")) {
      const [, first, last] = /^(\d{1,9})(?:-(\d{1,9}))?$/.exec(piece) ?? [];
      if (first === undefined) continue;
      const end = Math.min(Number(last ?? first), Number(first) + kMostPositions - all.length - 1);
      for (let each = Number(first); each <= end; ++each) all.push(each);
    }
    return all;
  },
  write(value) {
    const pieces: string[] = [];
    for (let i = 0; i < value.length; ) {
      let end = i + 1;
      while (end < value.length && value[end] === value[end - 1]! + 1) ++end;
      pieces.push(end - i > 1 ? `${value[i]}-${value[end - 1]}` : `${value[i]}`);
      if (pieces.length > kMostRanges) return null;
      i = end;
    }
    return pieces.join(",");
  },
};

/** Are sizes of a grid: "4x8x2". */
const sizes: Field<readonly number[]> = {
  read(from) {
    const all = from.split("x").map((each) => (/^\d{1,6}$/.test(each) ? Number(each) : 0));
    return all.length <= 6 && all.every((each) => each > 0) ? all : null;
  },
  write: (value) => value.join("x"),
};

const part: Field<Part> = { read: partOf, write: partText };

const selection: Field<Selection> = { read: selectionOf, write: selectionText };

/** Has all that a route can say beside the view: here a member is added, and nowhere else. */
const kFields = {
  // These say what is selected, in all views:
  metric: text, ///< Is the metric's id.
  path: position, ///< Is the call path.
  region: position, ///< Is the region in a flat profile, instead of a call path.
  part, ///< Is the part of the system.
  // These are of the explorer's trees: what is expanded in them, and what values are shown as.
  metrics_open: positions,
  paths_open: positions,
  parts_open: positions,
  metrics_as: choice(...kModes),
  paths_as: choice(...kModes),
  parts_as: choice(...kModes),
  all_metrics: choice("yes"), ///< Shows also metrics that are zero throughout.
  only_nonzero: choice("yes"), ///< Shows only call paths with values.
  profile: choice("flat"), ///< Shows a flat profile instead of the call tree.
  callees: choice("included"), ///< Includes callees in a flat profile.
  system: choice("spread", "grid"), ///< Shows the spread, or a grid, instead of the system's tree.
  topology: position, ///< Is the position of the report's topology that is shown.
  grid: sizes, ///< Is a grid that the user gives.
  about: choice("source"), ///< Shows the source instead of the metric's description.
  file: text,
  // These are for where reports are compared:
  compare: choice("trees", "timelines"), ///< Shows trees or timelines instead of the summary.
  second_path: position, ///< Is a call path of the second report, which the first does not have.
  metric_rows_open: positions, ///< Has rows of the trees that the reports have together.
  path_rows_open: positions,
  sort: choice("base", "other", "difference", "ratio"), ///< Sorts in another order than that of the trees.
  differing: choice("yes"), ///< Shows only what differs.
  matched: choice("end", "length"), ///< Says how timelines are laid on each other, instead of by their begin.
  // These are the timeline's window, in seconds since the run's begin, and its location:
  from: number,
  to: number,
  location: position,
  row: number, ///< Is the uppermost row.
  height: number, ///< Is the height of rows, in pixels.
  pick: selection, ///< Is what is selected on the timeline.
  second_pick: selection, ///< Is what is selected on the second report's timeline.
  hide: text, ///< Names layers that are not drawn, with dots between.
  cores: choice("yes"), ///< Shows rows of cores.
  panel: text, ///< Names what is beside the rows.
  // These are for the statistics:
  about_time: choice("states", "functions", "paths", "flame", "course", "messages"),
  matrix_of: choice("bytes", "count"),
  root: position, ///< Is the call path that a flame graph shows in full width.
};

type Fields = typeof kFields;
type ValueOf<F> = F extends Field<infer T> ? T : never;

/** Is what is seen: a view, and what is selected in it. Null: nothing is said about it. */
export type Route = { readonly view: ViewName } & { readonly [K in keyof Fields]: ValueOf<Fields[K]> | null };

const kNames = Object.keys(kFields) as (keyof Fields)[];

export function routeOf(view: ViewName, members: Partial<Route> = {}): Route {
  const nothing = Object.fromEntries(kNames.map((name) => [name, null])) as Omit<Route, "view">;
  return { ...nothing, ...members, view } as Route;
}

/** Has a URL's parts, of the version that it names. */
interface Parts {
  view: string;
  parameters: URLSearchParams;
}

/** Has upgraders: the one at [n] makes a route of version n + 2 from one of version n + 1. */
const kUpgraders: readonly ((parts: Parts) => Parts)[] = [];
export const kVersion = kUpgraders.length + 1;

/** Writes what stands behind the URL's #: "#1/explorer?metric=time". */
export function hashOf(route: Route): string {
  const parameters = new URLSearchParams();
  for (const name of kNames) {
    const value = route[name];
    const written = value === null ? null : (kFields[name] as Field<unknown>).write(value);
    if (written !== null) parameters.set(name, written);
  }
  const query = parameters.toString();
  return `#${kVersion}/${route.view}${query === "" ? "" : "?" + query}`;
}

/** Returns the number of the prediction that a page is about, by what stands behind the URL's ?; 0: none. */
export function predictionOf(search: string): number {
  const given = new URLSearchParams(search).get("prediction") ?? "";
  return /^\d{1,9}$/.test(given) ? Number(given) : 0;
}

/** Writes the link to the page about a prediction, or about the recorded run alone if it is 0. */
export function pageOf(prediction: number, route: Route): string {
  return `${prediction === 0 ? "." : `?prediction=${prediction}`}${hashOf(route)}`;
}

export function routeOfHash(hash: string): Route {
  const found = /^#(\d{1,3})\/(\w*)(?:\?(.*))?$/.exec(hash);
  const version = Number(found?.[1] ?? 0);
  if (found === null || version < 1 || version > kVersion) return routeOf("start");
  let parts: Parts = { view: found[2]!, parameters: new URLSearchParams(found[3] ?? "") };
  for (const upgrade of kUpgraders.slice(version - 1)) parts = upgrade(parts);
  const members = kNames.map((name) => {
    const given = parts.parameters.get(name);
    return [name, given === null ? null : kFields[name].read(given)];
  });
  return routeOf(kViews.find((each) => each === parts.view) ?? "start", Object.fromEntries(members) as Partial<Route>);
}
