// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

/** Returns as much of a text as fits, with "…" for the rest; empty if that is less than two letters. */
export function fitText(text: string, width: number, widthOf: (text: string) => number): string {
  if (widthOf(text) <= width) return text;
  let fits = 0;
  let tooLong = text.length;
  while (fits + 1 < tooLong) {
    const middle = (fits + tooLong) >>> 1;
    if (widthOf(text.slice(0, middle) + "…") <= width) fits = middle;
    else tooLong = middle;
  }
  return fits < 2 ? "" : text.slice(0, fits) + "…";
}
