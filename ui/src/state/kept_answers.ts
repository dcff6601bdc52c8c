// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

// A page that `latecomer view --html` wrote has answers in it, instead of a server that gives them
// (src/serve/page_file.cc says how they lie there). Of windows of time there is what was thought to be looked at;
// whatever is wanted of the timeline is taken from the one that has most of it, in the finest resolution.

interface KeptWindow {
  readonly kind: string;
  readonly from: number;
  readonly to: number;
  readonly resolution: number;
  readonly bytes: ArrayBuffer;
}

interface Kept {
  readonly json: Readonly<Record<string, unknown>>;
  readonly windows: readonly KeptWindow[];
}

let kept: Kept | null = null;

async function unpacked(text: string): Promise<ArrayBuffer> {
  const packed = Uint8Array.from(atob(text.trim()), (letter) => letter.charCodeAt(0));
  const stream = new Blob([packed]).stream().pipeThrough(new DecompressionStream("gzip"));
  return new Response(stream).arrayBuffer();
}

/** Takes what is in the page, if there is something. */
export async function takeKeptAnswers(): Promise<void> {
  const text = document.getElementById("answers")?.textContent;
  if (text === undefined || text === null) return;
  const all = await unpacked(text);
  const length = new DataView(all).getUint32(0, true);
  let next = 4 + length;
  const head = JSON.parse(new TextDecoder().decode(new Uint8Array(all, 4, length))) as {
    json: Record<string, unknown>;
    windows: (Omit<KeptWindow, "bytes"> & { size: number })[];
  };
  const windows = head.windows.map(({ size, ...window }) => ({ ...window, bytes: all.slice(next, (next += size)) }));
  kept = { json: head.json, windows };
}

/** Returns whether the page has answers of its own: then there is no server. */
export function hasKeptAnswers(): boolean {
  return kept !== null;
}

/** Returns the answer to a request, undefined if the page has none. */
export function keptJson(request: string): unknown {
  return kept?.json[request];
}

/** Returns the answer to a request such as "timeline/window?from=0&to=9"; undefined: there is none. */
export function keptWindow(request: string): ArrayBuffer | undefined {
  const [name, query] = request.split("?");
  const parameters = new URLSearchParams(query);
  const from = Number(parameters.get("from"));
  const to = Number(parameters.get("to"));
  let best: KeptWindow | undefined;
  let most = -1;
  for (const each of kept?.windows ?? []) {
    if (`timeline/${each.kind}` !== name) continue;
    const common = Math.min(to, each.to) - Math.max(from, each.from);
    if (common > most || (common === most && best !== undefined && each.resolution < best.resolution)) [best, most] = [each, common];
  }
  return best?.bytes;
}
