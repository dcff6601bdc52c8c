// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

// This file has the colours of what is drawn. A region's is that of its name, the same in all runs: of warm
// hues for MPI, of violet ones for OpenMP, of olive ones for other libraries, of cool ones for a program's
// own code. Kinds of wait states have patterns, too, by which they differ without colour. States of threads are
// too thin for that, so their colours differ in lightness as well as in hue.

import type { Theme } from "base/theme";
import type { Hatch, HatchKind, Ink } from "layout/draw_list";
import { type Report, locationName } from "model/report";

export interface Paints {
  readonly theme: Theme;
  /** Returns the colour of a region's boxes; `share` of the time was in it, in 255ths. */
  fill(region: number, share: number, isDimmed: boolean): string;
  wait(metric: number): Hatch;
  /** Returns what marks time in which a thread had no core, by the metric that says why. */
  state(metric: number): Ink;
  /** Returns the colour of what a location did, where that is in the row of something else. */
  location(location: number): string;
  readonly messages: string;
  readonly collectives: string;
  readonly transfers: string;
  readonly wakeUps: string;
  readonly path: string; ///< Is for the critical path.
  readonly correction: string;
  readonly delay: string; ///< Is for what made others wait.
  readonly missing: Hatch; ///< Is for what has not come yet.
}

/** Returns FNV-1a, of UTF-16 units. */
export function hashOfName(name: string): number {
  let hash = 0x811c9dc5;
  for (let i = 0; i < name.length; ++i) hash = Math.imul(hash ^ name.charCodeAt(i), 0x01000193) >>> 0;
  // Short names differ in few bits, so these are spread over all.
  hash = Math.imul(hash ^ (hash >>> 15), 0x2c1b3c6d) >>> 0;
  return (hash ^ (hash >>> 13)) >>> 0;
}

/** Has the first hue, how many degrees from there, and saturation. */
const kFamilies: Readonly<Record<string, readonly [number, number, number]>> = {
  mpi: [14, 38, 82],
  openmp: [262, 55, 55],
  pthread: [66, 40, 45],
  io: [66, 40, 45],
  own: [140, 105, 48],
};

function familyOf(paradigm: string, name: string): string {
  if (paradigm === "mpi" || name.startsWith("MPI_")) return "mpi";
  if (["openmp", "pthread"].includes(paradigm)) return paradigm;
  return ["user", "compiler", "unknown", "sampling", "measurement_system", ""].includes(paradigm) ? "own" : "io";
}

/** Has hue and pattern of ids; the first counts with which an id begins. */
const kWaitKinds: readonly (readonly [string, number, HatchKind])[] = [
  ["mpi_latesender_partitioned", 325, "rising"],
  ["mpi_latesender", 352, "rising"],
  ["mpi_lswo", 8, "crossed"],
  ["mpi_latereceiver", 292, "falling"],
  ["mpi_barrier", 228, "upright"],
  ["mpi_wait_nxn", 250, "crossed"],
  ["mpi_latebroadcast", 205, "falling"],
  ["mpi_earlyreduce", 190, "level"],
  ["mpi_wait_n21", 190, "crossed"],
  ["mpi_earlyscan", 175, "level"],
  ["mpi_finalize_wait", 215, "dotted"],
  ["mpi_rma", 160, "level"],
  ["omp_idle", 220, "sparse"],
  ["omp_limited", 220, "sparse"],
  ["omp", 275, "upright"],
  ["pthread", 95, "dotted"],
];

function hatchOf(id: string, isDark: boolean): Hatch {
  const [, hue, kind] = kWaitKinds.find(([prefix]) => id.startsWith(prefix)) ?? ["", hashOfName(id) % 360, "rising" as const];
  return { kind, color: isDark ? `hsl(${hue} 90% 74%)` : `hsl(${hue} 85% 36%)` };
}

/** Is how something looks in light colours, in dark ones, and where colours are the system's. */
type StateLook = readonly [light: string, dark: string, forced: HatchKind | "plain"];

/**
 * Has colours for bands that are too thin for patterns: all that is blocked is blue or violet. They differ in
 * lightness so much that who sees less of red, green or blue can distinguish them, too.
 */
const kStateLooks: Readonly<Record<string, StateLook>> = {
  preempted: ["#b81f05", "#bc3613", "plain"],
  ready: ["#fb9c0f", "#e5a83f", "crossed"],
  blocked: ["#8f78ff", "#9ab8d9", "upright"],
  blocked_timer: ["#70d7fc", "#e0eff4", "upright"],
  blocked_disk: ["#16136b", "#4738a9", "upright"],
  blocked_network: ["#1d86b7", "#3cafff", "upright"],
  blocked_lock: ["#2500de", "#7f65ff", "upright"],
  blocked_page_fault: ["#0c475c", "#357aab", "upright"],
  not_running: ["#b7b7af", "#5f5f5f", "sparse"],
};

function stateInk(id: string, theme: Theme): Ink {
  const [light, dark, forced] = kStateLooks[id] ?? kStateLooks["not_running"]!;
  if (!theme.isForced) return theme.isDark ? dark : light;
  return forced === "plain" ? theme.text : { kind: forced, color: theme.text };
}

function fillOf(name: string, paradigm: string, share: number, isDimmed: boolean, isDark: boolean): string {
  const hash = hashOfName(name);
  const [first, range, saturation] = kFamilies[familyOf(paradigm, name)]!;
  const hue = first + (hash % (range + 1));
  const step = (hash >>> 9) % 4; // Lightness distinguishes what is of nearly the same hue.
  const lightness = isDark ? 27 + 4 * step : 72 + 4 * step;
  const opacity = (isDimmed ? 0.25 : 1) * (share === 255 ? 1 : 0.4 + 0.15 * Math.floor(share / 64));
  return `hsl(${hue} ${isDark ? saturation * 0.75 : saturation}% ${lightness}%${opacity === 1 ? "" : ` / ${opacity.toFixed(2)}`})`;
}

/** Returns paints of the system's colours, which differ only in where they are used. */
function forcedPaints(theme: Theme, hatches: readonly Hatch[], states: readonly Ink[]): Paints {
  return {
    theme,
    fill: () => theme.surface,
    wait: (metric) => ({ kind: hatches[metric]!.kind, color: theme.text }),
    state: (metric) => states[metric]!,
    location: () => theme.surface,
    messages: theme.text,
    collectives: theme.text,
    transfers: theme.text,
    wakeUps: theme.text,
    path: theme.accent,
    correction: theme.text,
    delay: theme.accent,
    missing: { kind: "sparse", color: theme.faint },
  };
}

export function paintsOf(report: Report, theme: Theme): Paints {
  const { name, paradigm } = report.regions;
  const { isDark } = theme;
  const hatches = report.metrics.map((metric) => hatchOf(metric.id, isDark));
  const states = report.metrics.map((metric) => stateInk(metric.id, theme));
  if (theme.isForced) return forcedPaints(theme, hatches, states);
  const known = new Map<number, string>();
  return {
    theme,
    fill(region, share, isDimmed) {
      const step = share === 255 ? 4 : share >> 6;
      const key = region * 10 + step * 2 + Number(isDimmed);
      let color = known.get(key);
      if (color === undefined) known.set(key, (color = fillOf(name[region]!, paradigm[region]!, share, isDimmed, isDark)));
      return color;
    },
    wait: (metric) => hatches[metric]!,
    state: (metric) => states[metric]!,
    location: (location) => `hsl(${hashOfName(locationName(report, location)) % 360} 45% ${isDark ? 35 : 80}%)`,
    messages: isDark ? "#8db4e8" : "#2f5d94",
    collectives: isDark ? "#c5a5f0" : "#6b3fa0",
    transfers: isDark ? "#6fd0b8" : "#0b6e5a",
    wakeUps: isDark ? "#f08cc0" : "#a3195b",
    path: isDark ? "#ffd23f" : "#111418",
    correction: isDark ? "#f0b45c" : "#8a4b00",
    delay: isDark ? "#ff9d6b" : "#b8390e",
    missing: { kind: "sparse", color: theme.line },
  };
}
