// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

#pragma once

void elsewhere(int x);
void probe_at(const char* return_address, const char* tail_caller);
