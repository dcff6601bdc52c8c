// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

import { PathNames } from "model/path_names";
import type { CallPaths, Locations, Metric, Nodes, Ranks, Regions, Report } from "model/report";
import { type JsonObject, asBoolean, asList, asNumber, asObject, asPosition, asText } from "wire/json";

/** Is a list of objects, of which columns are taken by the names of their members. */
class Rows {
  private readonly rows: readonly JsonObject[];

  constructor(
    all: JsonObject,
    private readonly name: string,
  ) {
    this.rows = asList(all[name], name).map((each) => asObject(each, name));
  }

  get size(): number {
    return this.rows.length;
  }

  map<T>(read: (row: JsonObject, position: number) => T): T[] {
    return this.rows.map(read);
  }

  texts(key: string): string[] {
    return this.rows.map((row) => asText(row[key], `${this.name}.${key}`));
  }

  integers(key: string): Int32Array {
    return Int32Array.from(this.rows, (row) => asNumber(row[key], `${this.name}.${key}`));
  }

  /** Returns positions in a list of this size, or of those before it in its own list. */
  positions(key: string, size: number | "before"): Int32Array {
    return Int32Array.from(this.rows, (row, i) => asPosition(row[key], size === "before" ? i : size, `${this.name}.${key}`));
  }
}

function metricsOf(all: JsonObject): Metric[] {
  return new Rows(all, "metrics").map((row, position) => ({
    id: asText(row["id"], "metrics.id"),
    name: asText(row["name"], "metrics.name"),
    unit: asText(row["unit"], "metrics.unit"),
    dataType: asText(row["data_type"], "metrics.data_type"),
    isDerived: asBoolean(row["derived"], "metrics.derived"),
    parent: asPosition(row["parent"], position, "metrics.parent"),
    description: asText(row["description"], "metrics.description"),
    remedy: asText(row["remedy"], "metrics.remedy"),
    total: asNumber(row["total"], "metrics.total"),
  }));
}

function regionsOf(all: JsonObject): Regions {
  const rows = new Rows(all, "regions");
  return {
    size: rows.size,
    name: rows.texts("name"),
    paradigm: rows.texts("paradigm"),
    role: rows.texts("role"),
    file: rows.texts("file"),
    beginLine: rows.integers("begin_line"),
    endLine: rows.integers("end_line"),
  };
}

function callPathsOf(all: JsonObject, regions: number): CallPaths {
  const rows = new Rows(all, "call_paths");
  return {
    size: rows.size,
    parent: rows.positions("parent", "before"),
    region: rows.positions("region", regions),
    callFile: rows.texts("call_file"),
    callLine: rows.integers("call_line"),
    ownSite: rows.positions("own_site", rows.size),
  };
}

function nodesOf(all: JsonObject): Nodes {
  const rows = new Rows(all, "nodes");
  return { size: rows.size, name: rows.texts("name"), parent: rows.positions("parent", "before") };
}

function ranksOf(all: JsonObject, nodes: number): Ranks {
  const rows = new Rows(all, "ranks");
  return {
    size: rows.size,
    name: rows.texts("name"),
    type: rows.texts("type"),
    rank: rows.integers("rank"),
    node: rows.positions("node", nodes),
  };
}

function locationsOf(all: JsonObject, ranks: number): Locations {
  const rows = new Rows(all, "locations");
  return {
    size: rows.size,
    name: rows.texts("name"),
    type: rows.texts("type"),
    rank: rows.positions("rank", ranks),
    thread: rows.integers("thread"),
  };
}

/** Reads the answer to `report`. */
export function readReport(json: unknown): Report {
  const all = asObject(json, "the report");
  const attributes = asObject(all["attributes"], "attributes");
  const regions = regionsOf(all);
  const nodes = nodesOf(all);
  const ranks = ranksOf(all, nodes.size);
  const callPaths = callPathsOf(all, regions.size);
  return {
    attributes: new Map(Object.entries(attributes).map(([key, value]) => [key, asText(value, "attributes")])),
    notes: asList(all["notes"], "notes").map((each) => asText(each, "notes")),
    metrics: metricsOf(all),
    regions,
    callPaths,
    nodes,
    ranks,
    locations: locationsOf(all, ranks.size),
    names: new PathNames(callPaths, regions),
  };
}
