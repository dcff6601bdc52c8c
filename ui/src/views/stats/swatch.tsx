// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

import type { Size } from "base/geometry";
import { DrawList, type Ink } from "layout/draw_list";
import { theme } from "state/theme";
import { Canvas } from "widgets/canvas";

/** Shows what something is drawn with, for a legend. */
export function Swatch({ ink, dash = 0, isLine = false }: { ink: Ink; dash?: number; isLine?: boolean }) {
  const draw = ({ width, height }: Size) => {
    const list = new DrawList();
    if (isLine) list.line(0, height / 2, width, height / 2, list.color(ink), 2.5, dash);
    else {
      list.rect(0, 0, width, height, list.color(ink));
      list.frame(0, 0, width, height, list.color(theme.value.line));
    }
    return { list, font: theme.value.font };
  };
  return <Canvas class="st-swatch" draw={draw} aria-hidden="true" />;
}
