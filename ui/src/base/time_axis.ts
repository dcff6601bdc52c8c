// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

// This file says where a time axis has marks, and what they say. Where the times would have too many digits
// to differ in sight, marks say how much later they are than a time at the axis' begin.

export interface TimeAxis {
  readonly base: string; ///< Is what is added to all marks; empty: nothing.
  readonly marks: readonly { readonly time: number; readonly text: string }[]; ///< Have times in ticks.
  readonly minor: readonly number[]; ///< Has the times between marks.
}

const kUnits: readonly (readonly [number, string])[] = [
  [1, "s"],
  [1e-3, "ms"],
  [1e-6, "µs"],
  [1e-9, "ns"],
  [1e-12, "ps"],
];
const kMostDigits = 6;

/** Returns the smallest of 1, 2 and 5 times a power of ten that is not less. */
function roundUp(value: number): number {
  const power = 10 ** Math.floor(Math.log10(value));
  for (const factor of [1, 2, 5, 10]) if (factor * power >= value * (1 - 1e-9)) return factor * power;
  return 10 * power;
}

/** Writes `value` seconds as a number of a unit, without digits that steps do not need. */
function inUnitOf(value: number, step: number, [size, name]: readonly [number, string]): string {
  const digits = Math.max(0, Math.ceil(-Math.log10(step / size) - 1e-9));
  return `${(value / size).toFixed(Math.min(digits, 15))} ${name}`;
}

/** Rounds to whole ticks, where it is not less than one: powers of ten are not exact. */
function whole(ticks: number): number {
  return ticks < 0.5 ? ticks : Math.round(ticks);
}

function unitOf(seconds: number): readonly [number, string] {
  return kUnits.find(([size]) => seconds >= size * (1 - 1e-9)) ?? kUnits[kUnits.length - 1]!;
}

/** Writes a time in full: all that its ticks say, "1.234567891 s". */
export function exactTime(ticks: number, ticksPerSecond: number): string {
  const digits = Math.min(Math.ceil(Math.log10(ticksPerSecond)), 12);
  const text = (ticks / ticksPerSecond).toFixed(Math.max(digits, 0));
  return `${text.includes(".") ? text.replace(/\.?0+$/, "") : text} s`;
}

/** Writes how long something takes, with all digits, in the unit that fits: "1.234567 ms". */
export function exactLength(ticks: number, ticksPerSecond: number): string {
  const whole = Math.round(ticks);
  const [size, name] = whole === 0 ? kUnits[0]! : unitOf(Math.abs(whole) / ticksPerSecond);
  const digits = Math.max(Math.ceil(Math.log10(ticksPerSecond * size) - 1e-9), 0);
  const text = (whole / (ticksPerSecond * size)).toFixed(Math.min(digits, 15));
  return `${text.includes(".") ? text.replace(/\.?0+$/, "") : text} ${name}`;
}

/** Returns the axis of a window of at least one tick; marks are `spacing` pixels apart, or more. */
export function timeAxis(from: number, to: number, width: number, ticksPerSecond: number, spacing = 110): TimeAxis {
  const perPixel = (to - from) / width / ticksPerSecond;
  const step = Math.max(roundUp(perPixel * spacing), roundUp(1 / ticksPerSecond));
  const stepTicks = whole(step * ticksPerSecond);
  const end = to / ticksPerSecond;
  const isLong = Math.log10(end / step) + 1 > kMostDigits;
  // Differences count from the last time before the window that is a round one.
  const round = whole(roundUp((to - from) / ticksPerSecond) * ticksPerSecond);
  const baseTicks = isLong ? Math.floor(from / round) * round : 0;
  const unit = unitOf(isLong ? (to - baseTicks) / ticksPerSecond : end);
  const marks = [];
  const minor = [];
  const first = Math.floor((from - baseTicks) / stepTicks);
  const last = Math.ceil((to - baseTicks) / stepTicks);
  for (let i = first; i <= last; ++i) {
    const time = baseTicks + i * stepTicks;
    if (time >= from && time <= to) marks.push({ time, text: `${isLong ? "+" : ""}${inUnitOf(i * step, step, unit)}` });
    for (let part = 1; part < 5; ++part) {
      const between = time + (part * stepTicks) / 5;
      if (between >= from && between <= to) minor.push(between);
    }
  }
  return { base: isLong ? exactTime(baseTicks, ticksPerSecond) : "", marks, minor };
}
