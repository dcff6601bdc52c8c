// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

/** Has colours, as CSS writes them, between which those for shares from 0 to 1 lie. */
export type Scale = readonly string[];

const kSteps = 64;

type Rgb = readonly [number, number, number];

function between(stops: readonly Rgb[], share: number): string {
  const at = share * (stops.length - 1);
  const i = Math.min(Math.floor(at), stops.length - 2);
  const mixed = [0, 1, 2].map((k) => Math.round(stops[i]![k]! + (at - i) * (stops[i + 1]![k]! - stops[i]![k]!)));
  return `rgb(${mixed.join(" ")})`;
}

function scale(...stops: Rgb[]): Scale {
  return Array.from({ length: kSteps + 1 }, (_, i) => between(stops, i / kSteps));
}

/** Go from little to much, and the same for values below zero; on light and on dark ground. */
const kScales = {
  light: {
    more: scale([226, 234, 243], [143, 184, 219], [242, 205, 105], [229, 131, 53], [173, 30, 38]),
    less: scale([226, 234, 243], [150, 200, 190], [90, 150, 140], [60, 100, 130], [70, 50, 140]),
  },
  dark: {
    more: scale([44, 53, 63], [47, 98, 140], [178, 146, 52], [222, 124, 44], [255, 100, 84]),
    less: scale([44, 53, 63], [40, 96, 88], [62, 150, 132], [96, 150, 200], [150, 130, 240]),
  },
};

/** Go from less to more than something, on light and on dark ground: away from what is between. */
const kDiverging = {
  light: { more: scale([232, 234, 238], [244, 177, 131], [216, 92, 60], [150, 20, 32]), less: scale([232, 234, 238], [140, 200, 188], [48, 140, 128], [8, 84, 84]) },
  dark: { more: scale([52, 58, 66], [140, 80, 56], [222, 106, 72], [255, 150, 124]), less: scale([52, 58, 66], [36, 98, 92], [52, 158, 144], [124, 224, 204]) },
};

/** Returns the colour of a difference, from -1, much less, to 1, much more. */
export function divergingColorOf(share: number, isDark: boolean): string {
  const { more, less } = kDiverging[isDark ? "dark" : "light"];
  const size = Number.isFinite(share) ? Math.min(Math.abs(share), 1) : 0;
  return (share < 0 ? less : more)[Math.round(size * kSteps)]!;
}

/** Returns the colour of a share from -1 to 1. */
export function colorOf(share: number, isDark: boolean): string {
  const { more, less } = kScales[isDark ? "dark" : "light"];
  const size = Number.isFinite(share) ? Math.min(Math.abs(share), 1) : 0;
  return (share < 0 ? less : more)[Math.round(size * kSteps)]!;
}
