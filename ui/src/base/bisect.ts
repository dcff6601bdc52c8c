// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

/** Returns the first position from `begin` on whose value is not less than `wanted`; values ascend. */
export function lowerBound(values: ArrayLike<number>, wanted: number, begin = 0, end = values.length): number {
  while (begin < end) {
    const middle = (begin + end) >>> 1;
    if (values[middle]! < wanted) begin = middle + 1;
    else end = middle;
  }
  return begin;
}

/** Returns the first position from `begin` on whose value is greater than `wanted`; values ascend. */
export function upperBound(values: ArrayLike<number>, wanted: number, begin = 0, end = values.length): number {
  while (begin < end) {
    const middle = (begin + end) >>> 1;
    if (values[middle]! <= wanted) begin = middle + 1;
    else end = middle;
  }
  return begin;
}
