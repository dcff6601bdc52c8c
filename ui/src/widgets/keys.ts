// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

// This file has one table of keys, which is both what dispatches them and what the help lists.

import { signal } from "@preact/signals";
import { useEffect } from "preact/hooks";

export interface Binding {
  readonly key: string; ///< Is as in KeyboardEvent.key, with "Ctrl+" in front where that is held.
  readonly does: string; ///< Is for the help.
  readonly action: () => void;
}

/** Has all keys that work now. */
export const bindings = signal<readonly Binding[]>([]);

function isTextField(target: EventTarget | null): boolean {
  return target instanceof HTMLElement && (target.isContentEditable || /^(INPUT|TEXTAREA|SELECT)$/.test(target.tagName));
}

function dispatch(event: KeyboardEvent): void {
  if (event.defaultPrevented || event.altKey || event.metaKey || isTextField(event.target)) return;
  if (document.querySelector("dialog[open]") !== null) return; // A dialog has keys of its own.
  const key = event.ctrlKey ? `Ctrl+${event.key}` : event.key;
  const found = bindings.value.find((each) => each.key === key);
  if (found === undefined) return;
  event.preventDefault();
  found.action();
}

export function followKeys(): void {
  window.addEventListener("keydown", dispatch);
}

/** Makes these keys work as long as the component is there; of the same key the latest. */
export function useKeys(own: readonly Binding[]): void {
  useEffect(() => {
    bindings.value = [...own, ...bindings.peek()];
    return () => {
      bindings.value = bindings.peek().filter((each) => !own.includes(each));
    };
  }, []);
}
