// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

import { signal } from "@preact/signals";
import { useEffect, useRef } from "preact/hooks";
import { bindings } from "widgets/keys";

export const isHelpOpen = signal(false);

/** Lists all keys that work in what is shown. */
export function Help() {
  const dialog = useRef<HTMLDialogElement>(null);
  useEffect(() => {
    if (isHelpOpen.value && !dialog.current!.open) dialog.current!.showModal();
    if (!isHelpOpen.value && dialog.current!.open) dialog.current!.close();
  }, [isHelpOpen.value]);
  return (
    <dialog ref={dialog} class="help" aria-labelledby="help-title" onClose={() => (isHelpOpen.value = false)}>
      <h2 id="help-title">Keys</h2>
      <dl class="keys">
        {bindings.value.map((each) => (
          <div key={each.key}>
            <dt>
              <kbd>{each.key}</kbd>
            </dt>
            <dd>{each.does}</dd>
          </div>
        ))}
      </dl>
      <form method="dialog">
        <button type="submit">Close</button>
      </form>
    </dialog>
  );
}
