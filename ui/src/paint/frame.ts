// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

// This is the only loop of animation frames. Who has something to draw asks for a frame; all draw in it.

const painters = new Set<() => void>();
const settled: (() => void)[] = [];
let isWanted = false;

function frame(): void {
  isWanted = false;
  for (const paint of painters) paint();
  if (isWanted) return;
  for (const resolve of settled.splice(0)) resolve();
}

/** Calls all that paint in the next frame, once. */
export function requestFrame(): void {
  if (isWanted) return;
  isWanted = true;
  requestAnimationFrame(frame);
}

/** Paints in each frame that is asked for, until what this returns is called. */
export function onFrame(paint: () => void): () => void {
  painters.add(paint);
  requestFrame();
  return () => painters.delete(paint);
}

/** Waits until the next frame has been drawn, and nobody wants another one. */
export function frameDrawn(): Promise<void> {
  return new Promise((resolve) => {
    settled.push(resolve);
    requestFrame();
  });
}
