// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

// What layout makes and paint replays. Colours are numbers in a palette, so that paint can take those of one
// colour together.

/** Numbers one after another, of which there will be more. */
export class Numbers {
  private values = new Float32Array(256);
  private used = 0;

  push(...more: number[]): void {
    if (this.used + more.length > this.values.length) {
      const larger = new Float32Array(2 * this.values.length + more.length);
      larger.set(this.values);
      this.values = larger;
    }
    this.values.set(more, this.used);
    this.used += more.length;
  }

  get array(): Float32Array {
    return this.values.subarray(0, this.used);
  }
}

export type Align = "left" | "center" | "right";

export interface Label {
  readonly text: string;
  readonly x: number;
  readonly y: number; ///< of its middle
  readonly color: number;
  readonly align: Align;
  readonly size: number; ///< of the font, in pixels
}

/** In CSS pixels from the canvas' upper left corner. What comes later is drawn above: rectangles, lines, labels. */
export class DrawList {
  readonly palette: string[] = [];
  private readonly rectNumbers = new Numbers();
  private readonly lineNumbers = new Numbers();
  readonly labels: Label[] = [];
  private readonly colors = new Map<string, number>();

  color(css: string): number {
    let index = this.colors.get(css);
    if (index === undefined) {
      index = this.palette.push(css) - 1;
      this.colors.set(css, index);
    }
    return index;
  }

  rect(x: number, y: number, width: number, height: number, color: number): void {
    this.rectNumbers.push(x, y, width, height, color);
  }

  line(x1: number, y1: number, x2: number, y2: number, color: number): void {
    this.lineNumbers.push(x1, y1, x2, y2, color);
  }

  label(text: string, x: number, y: number, color: number, align: Align = "left", size = 12): void {
    this.labels.push({ text, x, y, color, align, size });
  }

  /** x, y, width, height, colour of each. */
  get rects(): Float32Array {
    return this.rectNumbers.array;
  }
  /** x1, y1, x2, y2, colour of each. */
  get lines(): Float32Array {
    return this.lineNumbers.array;
  }
}
