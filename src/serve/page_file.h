// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

#pragma once

#include <string>

#include "query/space.h"
#include "serve/timeline_answers.h"

namespace latecomer::serve {

/// Returns a page that needs no server, of the report in `file`: the views, and answers to what they ask
/// most: definitions, findings, values of all metrics by call path and by location, the whole run's timeline
/// and that around the most severe wait states, with their causes. What is too much for mail is left out.
std::string page_file(const query::Space& space, TimelineAnswers& timeline, const std::string& file);

}  // namespace latecomer::serve
