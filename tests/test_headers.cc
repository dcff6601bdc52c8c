// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

// Empty: belongs to the headers that tests include precompiled (CMakeLists.txt).
