// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

// This file reads tables from bytes: the length of a JSON text as a 32-bit number, that text, which says what
// the tables are, and their columns one after another, each at the next multiple of 8. All are little-endian.
// Columns are views of the bytes that came; nothing is copied.

import type { Report } from "model/report";
import type { Field, Fields, Rows } from "model/tables";
import { type JsonObject, WireError, asList, asNumber, asObject, asText } from "wire/json";

const kAlignment = 8;

const kTypes = { u8: Uint8Array, u32: Uint32Array, f64: Float64Array } as const;
type ColumnType = keyof typeof kTypes;
type Values<T extends ColumnType> = InstanceType<(typeof kTypes)[T]>;

function wrong(what: string): never {
  throw new WireError(`the server's answer is not as expected: ${what}`);
}

/** Has a table's columns, by name. */
export class WireTable {
  constructor(
    private readonly name: string,
    readonly size: number,
    private readonly columns: ReadonlyMap<string, Values<ColumnType>>,
  ) {}

  column<T extends ColumnType>(name: string, type: T): Values<T> {
    const values = this.columns.get(name);
    if (values === undefined) wrong(`${this.name} has no ${name}`);
    if (!(values instanceof kTypes[type])) wrong(`${this.name}.${name} is not of ${type}`);
    return values as Values<T>;
  }

  /** Returns positions in a list of `size`; nowhere where that is allowed. */
  positions(name: string, size: number, nowhere: "nowhere" | "there" = "there"): Uint32Array {
    const values = this.column(name, "u32");
    for (const value of values)
      if (value >= size && !(nowhere === "nowhere" && value === 0xffffffff)) wrong(`${this.name}.${name} has ${value}, of ${size}`);
    return values;
  }
}

export interface TableMessage {
  readonly facts: JsonObject;
  readonly table: (name: string) => WireTable;
}

/** Takes columns from where the one before ended. */
class Columns {
  constructor(
    private readonly bytes: ArrayBuffer,
    private at: number,
  ) {}

  next(type: ColumnType, size: number): Values<ColumnType> {
    this.at = Math.ceil(this.at / kAlignment) * kAlignment;
    const kind = kTypes[type];
    const length = size * kind.BYTES_PER_ELEMENT;
    if (this.at + length > this.bytes.byteLength) wrong("it ends too early");
    const values = new kind(this.bytes, this.at, size);
    this.at += length;
    return values;
  }
}

function readTable(name: string, description: unknown, columns: Columns): WireTable {
  const table = asObject(description, name);
  const size = asNumber(table["rows"], `${name}.rows`);
  if (!Number.isInteger(size) || size < 0) wrong(`${name} has ${size} rows`);
  const read = new Map<string, Values<ColumnType>>();
  for (const each of asList(table["columns"], `${name}.columns`)) {
    const pair = asList(each, `${name}.columns`);
    const type = asText(pair[1], `${name}.columns`);
    if (!Object.hasOwn(kTypes, type)) wrong(`${name} has a column of ${type}`);
    read.set(asText(pair[0], `${name}.columns`), columns.next(type as ColumnType, size));
  }
  return new WireTable(name, size, read);
}

/** Reads tables. `readText` decodes UTF-8. */
export function readTables(bytes: ArrayBuffer, readText: (text: Uint8Array) => string): TableMessage {
  if (bytes.byteLength < 4) wrong("it is empty");
  const length = new DataView(bytes).getUint32(0, true);
  if (4 + length > bytes.byteLength) wrong("it ends too early");
  const facts = asObject(JSON.parse(readText(new Uint8Array(bytes, 4, length))), "its description");
  const columns = new Columns(bytes, 4 + length);
  const tables = new Map<string, WireTable>();
  for (const [name, description] of Object.entries(asObject(facts["tables"], "tables"))) tables.set(name, readTable(name, description, columns));
  const table = (name: string) => tables.get(name) ?? wrong(`there is no table ${name}`);
  return { facts, table };
}

/** Returns how many there are of what a field refers to. */
export function sizeOf(of: NonNullable<Field["of"]>, report: Report): number {
  return { location: report.locations.size, path: report.callPaths.size, metric: report.metrics.length }[of];
}

/** Reads a table with such columns. */
export function readRows<T extends Fields>(table: WireTable, fields: T, report: Report): Rows<T> {
  const columnOf = ({ name, type, of, mayBeNone }: Field) =>
    of === undefined ? table.column(name, type) : table.positions(name, sizeOf(of, report), mayBeNone ? "nowhere" : "there");
  const columns = Object.entries(fields).map(([key, field]) => [key, columnOf(field)]);
  return { size: table.size, ...Object.fromEntries(columns) };
}
