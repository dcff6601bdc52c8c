// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

import { useEffect, useRef } from "preact/hooks";
import type { JSX } from "preact";
import type { Size } from "base/geometry";
import { DrawList, type Ink } from "layout/draw_list";
import { type Drawing, Surface } from "paint/canvas";
import { theme } from "state/theme";

type CanvasProps = Omit<JSX.IntrinsicElements["canvas"], "ref"> & {
  readonly draw: (size: Size) => Drawing; ///< called again after each render
};

/** A canvas that is drawn when what draws it changes, or its size. */
export function Canvas({ draw, ...attributes }: CanvasProps) {
  const canvas = useRef<HTMLCanvasElement>(null);
  const surface = useRef<Surface | null>(null);
  const latest = useRef(draw);
  latest.current = draw;
  useEffect(() => {
    surface.current = new Surface(canvas.current!, (size) => latest.current(size));
    return () => surface.current!.end();
  }, []);
  useEffect(() => surface.current!.invalidate());
  return <canvas ref={canvas} {...attributes} />;
}

/** What something is drawn with, for a legend. */
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
