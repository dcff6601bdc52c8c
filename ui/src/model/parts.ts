// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

/** Is a part of the system: a position among nodes, ranks or locations. */
export interface Part {
  readonly kind: "node" | "rank" | "location";
  readonly position: number;
}

/** Writes a part as in a URL: "rank-3". */
export function partText(part: Part): string {
  return `${part.kind}-${part.position}`;
}

export function partOf(text: string): Part | null {
  const found = /^(node|rank|location)-(\d{1,9})$/.exec(text);
  return found === null ? null : { kind: found[1] as Part["kind"], position: Number(found[2]) };
}
