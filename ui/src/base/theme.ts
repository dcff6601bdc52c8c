// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

/** Colours, as CSS writes them, for what is drawn and not styled. Layout gets it as a parameter. */
export interface Theme {
  readonly isDark: boolean;
  readonly isForced: boolean; ///< the system's colours are wanted, and no others
  readonly background: string;
  readonly surface: string; ///< what lies on it
  readonly text: string;
  readonly halo: string; ///< around text that lies above something
  readonly faint: string; ///< text of less importance
  readonly line: string; ///< what separates things
  readonly accent: string; ///< what is selected
  readonly font: string; ///< its family
}
