// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

// This file has types of tables of which the build has written the columns (generated/tables).

/** Says what a column's numbers are, and in which of the report's lists these are positions. */
export interface Field {
  readonly name: string;
  readonly type: "u8" | "u32" | "f64";
  readonly of?: "location" | "path" | "metric";
  readonly mayBeNone?: boolean;
}
export type Fields = Readonly<Record<string, Field>>;

interface Columns {
  readonly u8: Uint8Array;
  readonly u32: Uint32Array;
  readonly f64: Float64Array;
}

/** Is a table with such columns. */
export type Rows<T extends Fields> = { readonly size: number } & { readonly [name in keyof T]: Columns[T[name]["type"]] };

/** Is a row of a table. */
export type Row<T extends Fields> = { readonly [name in keyof T]: number };
