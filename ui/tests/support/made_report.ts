// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

// Reports with whatever is to be shown, written as .cubex files: a tar archive of a description and of values.

import { writeFileSync } from "node:fs";
import path from "node:path";
import { scratchDirectory } from "./latecomer";

export interface MadeMetric {
  readonly id: string;
  readonly name?: string;
  readonly unit?: string;
  readonly type?: string;
  readonly parent?: number; ///< the metric right before it, or one around that
  readonly description?: string;
  readonly expression?: string; ///< from which it is calculated, after all sums
}

export interface MadePath {
  readonly name: string; ///< of its region
  readonly parent: number; ///< -1: none; call paths are in depth-first order
  readonly file?: string;
  readonly line?: number; ///< where it is called
}

export interface Made {
  readonly metrics: readonly MadeMetric[];
  readonly paths: readonly MadePath[];
  readonly ranks: number;
  readonly threads?: number; ///< of each rank
  readonly attributes?: Readonly<Record<string, string>>;
  /** Of the metrics below it, too, without the call paths below. */
  readonly value?: (metric: number, path: number, location: number) => number;
}

function escaped(text: string): string {
  return text.replace(/&/g, "&amp;").replace(/</g, "&lt;").replace(/>/g, "&gt;").replace(/"/g, "&quot;");
}

/** Elements in each other, as their parents say, all in depth-first order. */
function nested(parents: readonly number[], open: (i: number) => string, close: string): string {
  const text: string[] = [];
  const around: number[] = [];
  parents.forEach((parent, i) => {
    while (around.length > 0 && around[around.length - 1] !== parent) {
      text.push(close);
      around.pop();
    }
    text.push(open(i));
    around.push(i);
  });
  return text.join("\n") + close.repeat(around.length);
}

function anchor(made: Made): string {
  const regions = [...new Set(made.paths.map((each) => each.name))];
  const file = new Map(made.paths.map((each) => [each.name, each.file ?? ""]));
  const regionOf = new Map(regions.map((name, i) => [name, i]));
  const threads = made.threads ?? 1;
  const location = (i: number) => `<location Id="${i}"><name>t</name><rank>${i % threads}</rank><type>thread</type></location>`;
  const group = (rank: number) =>
    `<locationgroup Id="${rank}"><name>MPI Rank ${rank}</name><rank>${rank}</rank><type>process</type>` +
    Array.from({ length: threads }, (_, i) => location(rank * threads + i)).join("") +
    "</locationgroup>";
  const metric = (i: number) => {
    const { id, name = id, unit = "sec", type = "DOUBLE", description = "", expression } = made.metrics[i]!;
    return (
      `<metric id="${i}" type="${expression === undefined ? "EXCLUSIVE" : "POSTDERIVED"}"><disp_name>${escaped(name)}</disp_name><uniq_name>${escaped(id)}</uniq_name>` +
      `<dtype>${type}</dtype><uom>${unit}</uom><url></url><descr>${escaped(description)}</descr>` +
      (expression === undefined ? "" : `<cubepl>${escaped(expression)}</cubepl>`)
    );
  };
  const call = (i: number) => {
    const { name, file = "", line } = made.paths[i]!;
    const where = line === undefined ? "" : ` line="${line}" mod="${escaped(file)}"`;
    return `<cnode id="${i}"${where} calleeId="${regionOf.get(name)}">`;
  };
  return `<?xml version="1.0" encoding="UTF-8"?>
<cube version="4.4">
${Object.entries(made.attributes ?? {})
  .map(([key, value]) => `<attr key="${escaped(key)}" value="${escaped(value)}"/>`)
  .join("\n")}
<metrics>${nested(
    made.metrics.map((each) => each.parent ?? -1),
    metric,
    "</metric>",
  )}</metrics>
<program>${regions
    .map((name, i) => `<region id="${i}" mod="${escaped(file.get(name)!)}" begin="1" end="9"><name>${escaped(name)}</name></region>`)
    .join("\n")}
${nested(
  made.paths.map((each) => each.parent),
  call,
  "</cnode>",
)}</program>
<system><systemtreenode Id="0"><name>m</name><class>machine</class>${Array.from({ length: made.ranks }, (_, rank) => group(rank)).join("\n")}
</systemtreenode></system></cube>`;
}

/** A member of a tar archive. */
function member(name: string, content: Buffer): Buffer {
  const head = Buffer.alloc(512);
  const octal = (value: number, length: number) => value.toString(8).padStart(length - 1, "0") + "\0";
  head.write(name, 0);
  head.write(octal(0o644, 8) + octal(0, 8) + octal(0, 8) + octal(content.length, 12) + octal(0, 12), 100);
  head.write("        0", 148);
  head.write("ustar\x0000", 257);
  head.write(octal(head.reduce((sum, byte) => sum + byte, 0), 7) + " ", 148);
  return Buffer.concat([head, content, Buffer.alloc((512 - (content.length % 512)) % 512)]);
}

/** The rows of a metric that are not zero throughout. */
function rowsOf(made: Made, metric: number): { index: Buffer; data: Buffer } {
  const locations = made.ranks * (made.threads ?? 1);
  const numbers: number[] = [];
  const values: number[] = [];
  for (let i = 0; i < made.paths.length && made.value !== undefined; ++i) {
    const row = Array.from({ length: locations }, (_, location) => made.value!(metric, i, location));
    if (row.every((each) => each === 0)) continue;
    numbers.push(i);
    for (const each of row) values.push(each);
  }
  const index = Buffer.alloc(11 + 4 * numbers.length);
  index.writeInt32LE(1, 0);
  index.writeInt8(1, 6);
  index.writeInt32LE(numbers.length, 7);
  numbers.forEach((number, i) => index.writeInt32LE(number, 11 + 4 * i));
  return { index: Buffer.concat([Buffer.from("CUBEX.INDEX"), index]), data: Buffer.concat([Buffer.from("CUBEX.DATA"), Buffer.from(Float64Array.from(values).buffer)]) };
}

/** The file of such a report. */
export function madeReport(made: Made): string {
  const members = [member("anchor.xml", Buffer.from(anchor(made)))];
  made.metrics.forEach(({ expression }, i) => {
    if (expression !== undefined) return;
    const { index, data } = rowsOf(made, i);
    members.push(member(`${i}.index`, index), member(`${i}.data`, data));
  });
  const file = path.join(scratchDirectory(), "made.cubex");
  writeFileSync(file, Buffer.concat([...members, Buffer.alloc(1024)]));
  return file;
}
