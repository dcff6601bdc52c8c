// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

// This file has what several pages of the statistics use.

import { Fragment } from "preact";
import type { Theme } from "base/theme";
import type { HatchKind, Ink } from "layout/draw_list";
import type { Share } from "model/stats";
import { kNone } from "model/report";
import type { StatsModel } from "views/stats/model";

/** Shows a share as a length, and a part of it. */
export function Bar({ share, part = 0 }: { share: number; part?: number }) {
  const width = (of: number) => `${100 * Math.min(Math.max(of, 0), 1)}%`;
  return (
    <span class="st-bar" aria-hidden="true">
      <span class="st-bar-fill" style={{ width: width(share) }} />
      <span class="st-bar-part" style={{ width: width(part) }} />
    </span>
  );
}

/** Has colours in the order of the server's list of kinds: [light, dark]. */
const kKindColors: Readonly<Record<string, readonly [string, string]>> = {
  Computation: ["#9fd3b0", "#3f7a57"],
  "MPI point-to-point": ["#f3b26b", "#a9682a"],
  "MPI collectives": ["#e58a63", "#a24a2a"],
  "MPI barriers": ["#d77f9b", "#8f3f5b"],
  "MPI one-sided": ["#dcc25a", "#85711f"],
  "MPI init and finalize": ["#c9b39a", "#6b5a46"],
  "MPI communicators, windows": ["#b59a86", "#5c4a3c"],
  "MPI files": ["#9fb3bb", "#46606b"],
  "POSIX I/O": ["#93a5c2", "#43577a"],
  OpenMP: ["#b7a0de", "#5f4a8c"],
  "POSIX threads": ["#a3a0cf", "#4b4884"],
  "Recording overhead": ["#b5b5b5", "#5c5c5c"],
  "Recording off": ["#cfcfcf", "#4a4a4a"],
  Other: ["#c4c8ce", "#555b63"],
  "Idle threads": ["#e3e7ed", "#333a43"],
};

/** Has patterns that waiting does not have, for where colours are the system's. */
const kForcedHatches: Readonly<Record<string, HatchKind>> = {
  "MPI point-to-point": "level",
  "MPI collectives": "upright",
  "MPI barriers": "upright",
  "MPI one-sided": "dotted",
  OpenMP: "dotted",
};

export function kindInk(name: string, theme: Theme): Ink {
  if (theme.isForced) return name === "Computation" ? theme.background : { kind: kForcedHatches[name] ?? "sparse", color: theme.text };
  const [light, dark] = kKindColors[name] ?? kKindColors["Other"]!;
  return theme.isDark ? dark : light;
}

/** Returns what a share is drawn with; waiting has the patterns of the timeline. */
export function shareInk(model: StatsModel, share: Share): Ink {
  const { theme } = model.paints.value;
  if (share.metric !== kNone) return model.paints.value.wait(share.metric);
  if (share.kind !== kNone) return kindInk(model.bins.value.value?.kinds[share.kind]?.name ?? "", theme);
  return share.key === "unknown" ? { kind: "sparse", color: theme.faint } : theme.background;
}

/** Shows a path that is broken between its parts where there is no room for it. */
export function PathText({ text }: { text: string }) {
  const parts = text.split("/");
  return (
    <>
      {parts.map((part, i) => (
        <Fragment key={i}>
          {part}
          {i + 1 < parts.length && (
            <>
              /<wbr />
            </>
          )}
        </Fragment>
      ))}
    </>
  );
}
