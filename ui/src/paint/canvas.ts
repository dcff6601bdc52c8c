// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

import type { Size } from "base/geometry";
import { type DrawList, type Measure, kLineNumbers, kRectNumbers, kTriangleNumbers } from "layout/draw_list";
import { onFrame, requestFrame } from "paint/frame";
import { patternOf } from "paint/hatches";

/** Replays a list; the canvas is as clear as it is. */
export function replay(context: CanvasRenderingContext2D, list: DrawList, font: string, scale = 1): void {
  const styles = list.palette.map((ink) => (typeof ink === "string" ? ink : patternOf(context, ink, scale)));
  replayRects(context, list.rects, styles);
  replayLines(context, list.lines, styles);
  replayTriangles(context, list.triangles, styles);
  context.textBaseline = "middle";
  context.lineJoin = "round";
  for (const label of list.labels) {
    context.font = `${label.size}px ${font}`;
    context.textAlign = label.align;
    if (label.halo >= 0) {
      context.strokeStyle = styles[label.halo]!;
      context.lineWidth = 4;
      context.strokeText(label.text, label.x, label.y);
    }
    context.fillStyle = styles[label.color]!;
    context.fillText(label.text, label.x, label.y);
  }
}

type Styles = readonly (string | CanvasPattern)[];

function replayRects(context: CanvasRenderingContext2D, rects: Float32Array, styles: Styles): void {
  let last = -1;
  for (let i = 0; i < rects.length; i += kRectNumbers) {
    const color = rects[i + 4]!;
    if (color !== last) context.fillStyle = styles[(last = color)]!;
    context.fillRect(rects[i]!, rects[i + 1]!, rects[i + 2]!, rects[i + 3]!);
  }
}

function replayLines(context: CanvasRenderingContext2D, lines: Float32Array, styles: Styles): void {
  for (let i = 0; i < lines.length; i += kLineNumbers) {
    const dash = lines[i + 6]!;
    context.strokeStyle = styles[lines[i + 4]!]!;
    context.lineWidth = lines[i + 5]!;
    context.setLineDash(dash === 0 ? [] : [dash, dash]);
    context.beginPath();
    context.moveTo(lines[i]!, lines[i + 1]!);
    context.lineTo(lines[i + 2]!, lines[i + 3]!);
    context.stroke();
  }
  context.setLineDash([]);
}

function replayTriangles(context: CanvasRenderingContext2D, triangles: Float32Array, styles: Styles): void {
  for (let i = 0; i < triangles.length; i += kTriangleNumbers) {
    context.fillStyle = styles[triangles[i + 6]!]!;
    context.beginPath();
    context.moveTo(triangles[i]!, triangles[i + 1]!);
    context.lineTo(triangles[i + 2]!, triangles[i + 3]!);
    context.lineTo(triangles[i + 4]!, triangles[i + 5]!);
    context.fill();
  }
}

const widths = new Map<string, number>();
const kMostWidths = 50_000;
let measuring: CanvasRenderingContext2D | null = null;

/** Returns how wide texts are in a font. */
export function measureIn(font: string): Measure {
  return (text, size) => {
    const key = `${size} ${text}`;
    let width = widths.get(key);
    if (width !== undefined) return width;
    measuring ??= document.createElement("canvas").getContext("2d")!;
    measuring.font = `${size}px ${font}`;
    width = measuring.measureText(text).width;
    if (widths.size >= kMostWidths) widths.clear();
    widths.set(key, width);
    return width;
  };
}

export interface Drawing {
  readonly list: DrawList;
  readonly above?: readonly DrawList[]; ///< Has lists that are drawn after the first, in their order.
  readonly font: string;
}

/**
 * Keeps a canvas as large as it is shown, in the pixels of the device, and draws what `draw` makes for its
 * size in each frame after `invalidate`, until `end`.
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
    const { list, above = [], font } = this.draw(this.size);
    for (const each of [list, ...above]) replay(context, each, font, scale);
  }
}
