// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

import { type Facts, factsOfHit } from "timeline/facts";
import type { Timeline } from "timeline/model";

export function FactList({ facts }: { facts: Facts }) {
  return (
    <dl class="tl-facts">
      {facts.rows.map(([name, value]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  );
}

const kTooltipWidth = 340;

/** Describes what the pointer is at. */
export function Tooltip({ timeline }: { timeline: Timeline }) {
  const hover = timeline.hover.value;
  if (hover === null) return null;
  const { width, height } = timeline.size.value;
  const facts = factsOfHit(timeline, hover.hit);
  const left = hover.x + 16 + kTooltipWidth > width ? Math.max(hover.x - 16 - kTooltipWidth, 0) : hover.x + 16;
  const vertical = hover.y > height / 2 ? { bottom: `${height - hover.y + 8}px` } : { top: `${hover.y + 12}px` };
  return (
    <div class="tl-tooltip" style={{ left: `${left}px`, width: `${kTooltipWidth}px`, ...vertical }} aria-hidden="true">
      <b>{facts.title}</b>
      <FactList facts={facts} />
    </div>
  );
}
