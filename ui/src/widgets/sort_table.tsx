// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

// This file has a table that is ordered by the column whose head was pressed last. Of many rows the first are
// shown, and more when these are wanted.

import type { ComponentChildren } from "preact";
import { useState } from "preact/hooks";

export interface Column<R> {
  readonly title: string;
  readonly value: (row: R) => number | string; ///< Returns what rows are ordered by.
  readonly cell: (row: R) => ComponentChildren;
  readonly isNumber?: boolean;
  readonly isBar?: boolean; ///< Says that it shows what another column says, and nothing is ordered by it.
}

interface SortTableProps<R> {
  readonly caption: string;
  readonly columns: readonly Column<R>[];
  readonly rows: readonly R[];
  readonly first: number; ///< Is the column by which the table is ordered in the beginning.
  readonly isAscending?: boolean;
  readonly keyOf: (row: R) => string | number;
  readonly total?: ComponentChildren; ///< Is shown as a last row.
}

const kShown = 100;

function compare(a: number | string, b: number | string): number {
  if (typeof a === "string" || typeof b === "string") return String(a).localeCompare(String(b));
  return Number.isNaN(a) ? (Number.isNaN(b) ? 0 : -1) : Number.isNaN(b) ? 1 : a - b;
}

export function SortTable<R>({ caption, columns, rows, first, isAscending = false, keyOf, total }: SortTableProps<R>) {
  const [order, setOrder] = useState({ by: first, isUp: isAscending });
  const [shown, setShown] = useState(kShown);
  const { value } = columns[order.by]!;
  const sign = order.isUp ? 1 : -1;
  const sorted = [...rows].sort((a, b) => sign * compare(value(a), value(b)));
  const sortBy = (by: number) => setOrder({ by, isUp: by === order.by ? !order.isUp : columns[by]!.isNumber !== true });
  return (
    <>
      <table class="sort-table">
        <caption class="only-heard">{caption}</caption>
        <thead>
          <tr>
            {columns.map((column, i) =>
              column.isBar === true ? (
                <td key={column.title} />
              ) : (
                <th key={column.title} scope="col" class={column.isNumber === true && i > 0 ? "number" : undefined} aria-sort={i !== order.by ? undefined : order.isUp ? "ascending" : "descending"}>
                  <button type="button" class="sort-head" onClick={() => sortBy(i)}>
                    {column.title}
                    <span aria-hidden="true">{i !== order.by ? "" : order.isUp ? "\u00a0▴" : "\u00a0▾"}</span>
                  </button>
                </th>
              ),
            )}
          </tr>
        </thead>
        <tbody>
          {sorted.slice(0, shown).map((row) => (
            <tr key={keyOf(row)}>
              {columns.map((column, i) => (i === 0 ? <th key={column.title} scope="row">{column.cell(row)}</th> : <td key={column.title} class={column.isNumber === true ? "number" : undefined}>{column.cell(row)}</td>))}
            </tr>
          ))}
          {total}
        </tbody>
      </table>
      {rows.length > shown && (
        <p class="sort-more">
          {shown} of {rows.length} rows.{" "}
          <button type="button" onClick={() => setShown(shown * 5)}>
            More
          </button>
        </p>
      )}
    </>
  );
}
