// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

import type { ComponentChildren } from "preact";

interface TabsProps<T extends string> {
  readonly id: string;
  readonly label: string;
  readonly tabs: readonly (readonly [T, string])[];
  readonly shown: T;
  readonly onShow: (tab: T) => void;
  readonly children: ComponentChildren; ///< Belongs to the tab that is shown.
}

/** Shows one of several things, chosen by tabs, which arrow keys go through. */
export function Tabs<T extends string>({ id, label, tabs, shown, onShow, children }: TabsProps<T>) {
  const onKey = (event: KeyboardEvent) => {
    const step = { ArrowLeft: -1, ArrowRight: 1 }[event.key];
    if (step === undefined) return;
    event.preventDefault();
    const next = tabs[(tabs.findIndex(([tab]) => tab === shown) + step + tabs.length) % tabs.length]![0];
    onShow(next);
    document.getElementById(`${id}-tab-${next}`)?.focus();
  };
  return (
    <div class="tabs-box">
      <div role="tablist" class="small-tabs" aria-label={label} onKeyDown={onKey}>
        {tabs.map(([tab, title]) => (
          <button
            key={tab}
            type="button"
            role="tab"
            id={`${id}-tab-${tab}`}
            aria-selected={tab === shown}
            aria-controls={`${id}-panel`}
            tabIndex={tab === shown ? 0 : -1}
            onClick={() => onShow(tab)}
          >
            {title}
          </button>
        ))}
      </div>
      <div role="tabpanel" id={`${id}-panel`} class="tab-panel" aria-labelledby={`${id}-tab-${shown}`}>
        {children}
      </div>
    </div>
  );
}
