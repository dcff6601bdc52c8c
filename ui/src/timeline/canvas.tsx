// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

import { effect } from "@preact/signals";
import { useLayoutEffect, useRef } from "preact/hooks";
import type { Size } from "base/geometry";
import { type Drawing, Surface } from "paint/canvas";

interface CanvasProps {
  readonly class: string;
  /** Is for who cannot see the canvas; without it, the canvas is hidden from them. */
  readonly label?: string;
  /** Draws, and reads signals, whose changes make it draw again. */
  readonly draw: (size: Size) => Drawing;
  /** Reads signals that `draw` depends on. */
  readonly depends: () => void;
}

/** Is a canvas that draws what signals say. */
export function Canvas({ draw, depends, label, ...rest }: CanvasProps) {
  const canvas = useRef<HTMLCanvasElement>(null);
  useLayoutEffect(() => {
    const surface = new Surface(canvas.current!, draw);
    const stop = effect(() => {
      depends();
      surface.invalidate();
    });
    return () => {
      stop();
      surface.end();
    };
  }, []);
  return label === undefined ? <canvas ref={canvas} class={rest.class} aria-hidden="true" /> : <canvas ref={canvas} class={rest.class} role="img" aria-label={label} />;
}
