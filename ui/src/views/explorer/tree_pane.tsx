// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

import type { ComponentChildren } from "preact";
import { colorOf } from "base/color";
import { exactly } from "base/format";
import { type Mode, kModes } from "model/shares";
import { theme } from "state/theme";
import { TreeBody } from "trees/tree_body";
import { TreeSearch } from "trees/tree_search";
import type { Pane } from "views/explorer/pane";

const kModeNames: Record<Mode, string> = {
  absolute: "values",
  root: "% of the metric at the top",
  left: "% of the selection to the left",
  peers: "% of the largest peer",
};

function ModeSelect({ pane, modes }: { pane: Pane; modes: readonly Mode[] }) {
  return (
    <select
      aria-label={`${pane.kind.title}: show as`}
      value={pane.mode.value}
      onChange={(event) => pane.setMode(event.currentTarget.value as Mode)}
    >
      {modes.map((mode) => (
        <option key={mode} value={mode}>
          {kModeNames[mode]}
        </option>
      ))}
    </select>
  );
}

/** Shows numbers by length and colour. */
export function Gauge({ share }: { share: number }) {
  const width = Number.isFinite(share) ? Math.min(Math.abs(share), 1) : 0;
  return (
    <span class="gauge" aria-hidden="true">
      <span class="gauge-fill" style={{ width: `${100 * width}%`, background: colorOf(share, theme.value.isDark) }} />
    </span>
  );
}

function Value({ pane, node }: { pane: Pane; node: number }) {
  const value = pane.shown(node);
  const { text, unit } = pane.amount(node);
  return (
    <>
      <span class={value === 0 ? "tree-value zero" : "tree-value"} title={exactly(value, pane.kind.unit(node))}>
        {text}
        <span class="unit">{unit}</span>
      </span>
      <Gauge share={pane.colorShare(node)} />
    </>
  );
}

export function PaneBody({ pane }: { pane: Pane }) {
  return <TreeBody state={pane} none="The report has none." value={(node) => <Value pane={pane} node={node} />} />;
}

interface HeadProps {
  readonly pane: Pane;
  readonly modes?: readonly Mode[];
  readonly children?: ComponentChildren; ///< Has further settings.
}

/** Has what is above a tree. */
export function TreeHead({ pane, modes = kModes, children }: HeadProps) {
  return (
    <div class="pane-head">
      <div class="pane-line">
        {children}
        <ModeSelect pane={pane} modes={modes} />
      </div>
      <TreeSearch key={pane.kind.id} state={pane} />
    </div>
  );
}

/** Says what colours mean. */
export function Legend({ pane }: { pane: Pane }) {
  const top = {
    absolute: pane.kind.peers === "level" ? "the largest of its level" : "the largest",
    root: "100 %",
    left: "100 %",
    peers: "100 %",
  }[pane.mode.value];
  return (
    <div class="legend" aria-label={`Colours in ${pane.kind.title}`} role="img">
      <span>0</span>
      <span class="legend-scale">
        {[0, 0.125, 0.25, 0.375, 0.5, 0.625, 0.75, 0.875, 1].map((share) => (
          <span key={share} style={{ background: colorOf(share, theme.value.isDark) }} />
        ))}
      </span>
      <span>{top}</span>
    </div>
  );
}
