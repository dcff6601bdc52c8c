// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

// This file looks at what came as JSON before anything relies on it.

/** Is thrown if what came is not what docs/api.md says. */
export class WireError extends Error {}

export type JsonObject = Readonly<Record<string, unknown>>;

function wrong(where: string, wanted: string): never {
  throw new WireError(`the server's answer is not as expected: ${where} is ${wanted}`);
}

export function asObject(value: unknown, where: string): JsonObject {
  if (typeof value !== "object" || value === null || Array.isArray(value)) wrong(where, "no object");
  return value as JsonObject;
}

export function asList(value: unknown, where: string): readonly unknown[] {
  if (!Array.isArray(value)) wrong(where, "no list");
  return value;
}

export function asText(value: unknown, where: string): string {
  if (typeof value !== "string") wrong(where, "no text");
  return value;
}

/** Returns a number; null, which stands for what is no number, becomes NaN. */
export function asNumber(value: unknown, where: string): number {
  if (value === null) return NaN;
  if (typeof value !== "number") wrong(where, "no number");
  return value;
}

export function asBoolean(value: unknown, where: string): boolean {
  if (typeof value !== "boolean") wrong(where, "neither true nor false");
  return value;
}

/** Returns a position in a list of this size; null becomes -1. */
export function asPosition(value: unknown, size: number, where: string): number {
  if (value === null) return -1;
  if (!Number.isInteger(value) || (value as number) < 0 || (value as number) >= size) wrong(where, `no position below ${size}`);
  return value as number;
}
