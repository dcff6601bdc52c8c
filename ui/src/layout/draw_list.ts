// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

// Layout makes draw lists, and paint replays them. Inks are numbers in a palette, so that paint can take
// those of one colour together.

/** Holds numbers one after another, of which there will be more. */
export class Numbers {
  private values = new Float32Array(256);
  private used = 0;

  push(...more: number[]): void {
    if (this.used + more.length > this.values.length) {
      const larger = new Float32Array(2 * this.values.length + more.length);
      larger.set(this.values);
      this.values = larger;
    }
    for (let i = 0; i < more.length; ++i) this.values[this.used++] = more[i]!;
  }

  get array(): Float32Array {
    return this.values.subarray(0, this.used);
  }
}

export type Align = "left" | "center" | "right";

export interface Label {
  readonly text: string;
  readonly x: number;
  readonly y: number; ///< Is the height of the text's middle.
  readonly color: number;
  readonly align: Align;
  readonly size: number; ///< Is the size of the font, in pixels.
  readonly halo: number; ///< Is the colour around letters, on which they can be read; -1: none.
}

/** Names patterns of lines that give a surface a colour, through which what is below is seen. */
export type HatchKind = "rising" | "falling" | "crossed" | "upright" | "level" | "dotted" | "sparse";

export interface Hatch {
  readonly kind: HatchKind;
  readonly color: string;
}

/** Is a colour, as CSS writes it, or a pattern of one. */
export type Ink = string | Hatch;

/** Returns how wide a text is, in pixels. */
export type Measure = (text: string, size: number) => number;

export const kRectNumbers = 5;
export const kLineNumbers = 7;
export const kTriangleNumbers = 7;

/** Holds what is drawn, in CSS pixels. Rectangles, lines, triangles and labels lie above each other. */
export class DrawList {
  readonly palette: Ink[] = [];
  private readonly rectNumbers = new Numbers();
  private readonly lineNumbers = new Numbers();
  private readonly triangleNumbers = new Numbers();
  readonly labels: Label[] = [];
  private readonly inks = new Map<string, number>();

  /** Returns the number of a colour or a hatch. */
  color(ink: Ink): number {
    const key = typeof ink === "string" ? ink : `${ink.kind} ${ink.color}`;
    let index = this.inks.get(key);
    if (index === undefined) {
      index = this.palette.push(ink) - 1;
      this.inks.set(key, index);
    }
    return index;
  }

  rect(x: number, y: number, width: number, height: number, color: number): void {
    this.rectNumbers.push(x, y, width, height, color);
  }

  /** Draws the edges of a rectangle, inside of it. */
  frame(x: number, y: number, width: number, height: number, color: number, thickness = 1): void {
    const t = Math.min(thickness, width / 2, height / 2);
    this.rect(x, y, width, t, color);
    this.rect(x, y + height - t, width, t, color);
    this.rect(x, y + t, t, height - 2 * t, color);
    this.rect(x + width - t, y + t, t, height - 2 * t, color);
  }

  /** `dash`: the length of dashes and of gaps; 0: it has none. */
  line(x1: number, y1: number, x2: number, y2: number, color: number, width = 1, dash = 0): void {
    this.lineNumbers.push(x1, y1, x2, y2, color, width, dash);
  }

  triangle(x1: number, y1: number, x2: number, y2: number, x3: number, y3: number, color: number): void {
    this.triangleNumbers.push(x1, y1, x2, y2, x3, y3, color);
  }

  label(text: string, x: number, y: number, color: number, align: Align = "left", size = 12, halo = -1): void {
    this.labels.push({ text, x, y, color, align, size, halo });
  }

  /** Returns x, y, width, height, ink of each. */
  get rects(): Float32Array {
    return this.rectNumbers.array;
  }
  /** Returns x1, y1, x2, y2, ink, width, dash of each. */
  get lines(): Float32Array {
    return this.lineNumbers.array;
  }
  /** Returns x and y of three corners, ink of each. */
  get triangles(): Float32Array {
    return this.triangleNumbers.array;
  }
}
