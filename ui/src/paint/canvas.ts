// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

import type { Size } from "base/geometry";
import type { DrawList } from "layout/draw_list";
import { onFrame, requestFrame } from "paint/frame";

/** Replays a list; the canvas is as clear as it is. */
export function replay(context: CanvasRenderingContext2D, list: DrawList, font: string): void {
  const { rects, lines, labels, palette } = list;
  for (let i = 0; i < rects.length; i += 5) {
    context.fillStyle = palette[rects[i + 4]!]!;
    context.fillRect(rects[i]!, rects[i + 1]!, rects[i + 2]!, rects[i + 3]!);
  }
  for (let i = 0; i < lines.length; i += 5) {
    context.strokeStyle = palette[lines[i + 4]!]!;
    context.beginPath();
    context.moveTo(lines[i]!, lines[i + 1]!);
    context.lineTo(lines[i + 2]!, lines[i + 3]!);
    context.stroke();
  }
  context.textBaseline = "middle";
  for (const label of labels) {
    context.font = `${label.size}px ${font}`;
    context.fillStyle = palette[label.color]!;
    context.textAlign = label.align;
    context.fillText(label.text, label.x, label.y);
  }
}

export interface Drawing {
  readonly list: DrawList;
  readonly font: string;
}

/**
 * Keeps a canvas as large as it is shown, in the pixels of the device, and draws what `draw` makes for its size
 * in each frame after `invalidate`, until `end`.
 */
export class Surface {
  private size: Size = { width: 0, height: 0 };
  private isStale = true;
  private readonly observer: ResizeObserver;
  private readonly stopPainting: () => void;

  constructor(
    private readonly canvas: HTMLCanvasElement,
    private readonly draw: (size: Size) => Drawing,
  ) {
    this.observer = new ResizeObserver((entries) => {
      const box = entries[entries.length - 1]!.contentRect;
      this.size = { width: box.width, height: box.height };
      this.invalidate();
    });
    this.observer.observe(canvas);
    this.stopPainting = onFrame(() => this.paint());
  }

  invalidate(): void {
    this.isStale = true;
    requestFrame();
  }

  end(): void {
    this.observer.disconnect();
    this.stopPainting();
  }

  private paint(): void {
    if (!this.isStale) return;
    this.isStale = false;
    const { width, height } = this.size;
    const scale = window.devicePixelRatio;
    this.canvas.width = Math.round(width * scale);
    this.canvas.height = Math.round(height * scale);
    const context = this.canvas.getContext("2d");
    if (context === null || width === 0 || height === 0) return;
    context.setTransform(scale, 0, 0, scale, 0, 0);
    const { list, font } = this.draw(this.size);
    replay(context, list, font);
  }
}
