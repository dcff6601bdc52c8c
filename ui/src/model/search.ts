// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

/** Returns the positions of the names that contain a text, in whatever case. */
export function matches(names: ArrayLike<string>, text: string): Int32Array {
  const wanted = text.toLowerCase();
  if (wanted === "") return new Int32Array(0);
  const found: number[] = [];
  for (let i = 0; i < names.length; ++i) if (names[i]!.toLowerCase().includes(wanted)) found.push(i);
  return Int32Array.from(found);
}
