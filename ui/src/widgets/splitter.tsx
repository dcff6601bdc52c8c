// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

import { useRef } from "preact/hooks";
import { clamp } from "base/geometry";

interface SplitterProps {
  readonly label: string;
  readonly axis: "x" | "y"; ///< Is the axis along which it moves.
  readonly share: number; ///< Is the part of the whole that is before it.
  readonly onChange: (share: number) => void;
}

const kLeast = 0.1;
const kMost = 0.9;
const kStep = 0.02;

/** Stands between two parts, which it makes larger and smaller. Its parent is the whole. */
export function Splitter({ label, axis, share, onChange }: SplitterProps) {
  const bar = useRef<HTMLDivElement>(null);
  const change = (to: number) => onChange(clamp(to, kLeast, kMost));
  const onMove = (event: PointerEvent) => {
    if (!bar.current!.hasPointerCapture(event.pointerId)) return;
    const whole = bar.current!.parentElement!.getBoundingClientRect();
    change(axis === "x" ? (event.clientX - whole.left) / whole.width : (event.clientY - whole.top) / whole.height);
  };
  const onKey = (event: KeyboardEvent) => {
    const step = { ArrowLeft: -kStep, ArrowUp: -kStep, ArrowRight: kStep, ArrowDown: kStep }[event.key];
    if (step === undefined) return;
    event.preventDefault();
    change(share + step);
  };
  return (
    <div
      ref={bar}
      role="separator"
      class={`splitter splitter-${axis}`}
      tabIndex={0}
      aria-label={label}
      aria-orientation={axis === "x" ? "vertical" : "horizontal"}
      aria-valuenow={Math.round(100 * share)}
      aria-valuemin={100 * kLeast}
      aria-valuemax={100 * kMost}
      onPointerDown={(event) => bar.current!.setPointerCapture(event.pointerId)}
      onPointerMove={onMove}
      onKeyDown={onKey}
    />
  );
}
