// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

#include "text/prediction_text.h"

#include <gtest/gtest.h>

#include <string>

#include "example.h"
#include "findings/prediction.h"
#include "query/space.h"

namespace latecomer::text {
namespace {

using findings::Prediction;

std::string text_of(const Prediction& prediction) {
  const report::Report report = example_report();
  const query::Space space(report);
  return prediction_text(prediction, {"solve were not there"}, space, space);
}

bool says(const std::string& text, const char* what) {
  return text.find(what) != std::string::npos;
}

TEST(PredictionText, SaysHowEachNumberChanges) {
  const std::string text = text_of({.run_length = {"Run length", 10, 4.9},
                                    .waiting = {{"Waiting", 2, 3},
                                                {"Late Sender", 1, 24},
                                                {"Wait at Barrier", 0.001, 5},
                                                {"Early Reduce", 0, 1}},
                                    .efficiencies = {{"Parallel efficiency", 0.5, 0.75}}});
  EXPECT_TRUE(says(text, "Run length                                    10.0 s      4.90 s     -51.0 %"))
      << text;
  EXPECT_TRUE(says(text, "Waiting                                       2.00 s      3.00 s     +50.0 %"))
      << text;
  EXPECT_TRUE(says(text, "  Late Sender                                 1.00 s      24.0 s    24 times"))
      << text;
  EXPECT_TRUE(says(text, "  Wait at Barrier                            1.00 ms      5.00 s > 999 times"))
      << text;
  EXPECT_TRUE(says(text, "Parallel efficiency                           50.0 %      75.0 %")) << text;
  EXPECT_FALSE(says(text, "Order")) << text;
}

TEST(PredictionText, SaysWhatIsKeptInOrder) {
  const std::string text =
      text_of({.run_length = {"Run length", 10, 4.9}, .messages_in_order = 1, .locks_in_order = 12});
  EXPECT_TRUE(says(text, "1 message would have been")) << text;
  EXPECT_TRUE(says(text, "and 12 locks would")) << text;
}

}  // namespace
}  // namespace latecomer::text
