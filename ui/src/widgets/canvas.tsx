// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

import { useEffect, useRef } from "preact/hooks";
import type { JSX } from "preact";
import type { Size } from "base/geometry";
import { type Drawing, Surface } from "paint/canvas";

type CanvasProps = Omit<JSX.IntrinsicElements["canvas"], "ref"> & {
  readonly draw: (size: Size) => Drawing; ///< Is called again after each render.
};

/** Is a canvas that is drawn when what draws it changes, or its size. */
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
