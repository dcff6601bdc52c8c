// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

// This file writes what is selected on the timeline as numbers, so that it can stand in a URL: "wait-3-17".

interface Members {
  wait: { location: number; wait: number };
  /** Is a call: `path` is one more than its position, 0 stands for none. */
  call: { location: number; path: number; begin: number; end: number };
  message: { sender: number; receiver: number; sent: number; received: number };
  probe: { prober: number; seen: number; sender: number; sent: number };
  transfer: { owner: number; receive: number; sendPartition: number; receivePartition: number };
  collective: { group: number; instance: number };
  stretch: { position: number };
  /** Is a time without a core, or one in which a core ran something. */
  state: { location: number; end: number };
}

export type Selection = { [K in keyof Members]: { readonly kind: K } & Readonly<Members[K]> }[keyof Members];

const kNames: { readonly [K in keyof Members]: readonly (keyof Members[K])[] } = {
  wait: ["location", "wait"],
  call: ["location", "path", "begin", "end"],
  message: ["sender", "receiver", "sent", "received"],
  probe: ["prober", "seen", "sender", "sent"],
  transfer: ["owner", "receive", "sendPartition", "receivePartition"],
  collective: ["group", "instance"],
  stretch: ["position"],
  state: ["location", "end"],
};

export function selectionText(selection: Selection): string {
  const values = selection as unknown as Record<string, number>;
  return [selection.kind, ...(kNames[selection.kind] as readonly string[]).map((name) => values[name]!)].join("-");
}

export function selectionOf(text: string): Selection | null {
  const [kind, ...numbers] = text.split("-");
  if (kind === undefined || !Object.hasOwn(kNames, kind)) return null;
  const names = kNames[kind as keyof Members] as readonly string[];
  if (numbers.length !== names.length || !numbers.every((each) => /^\d{1,16}$/.test(each))) return null;
  return { kind, ...Object.fromEntries(names.map((name, i) => [name, Number(numbers[i])])) } as unknown as Selection;
}

export function isSameSelection(a: Selection | null, b: Selection | null): boolean {
  return a === b || (a !== null && b !== null && selectionText(a) === selectionText(b));
}
