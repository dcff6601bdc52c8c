// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

#include "base/printable.h"

#include <gtest/gtest.h>

#include <string>

namespace latecomer {
namespace {

TEST(Printable, TextStays) {
  const std::string text = "solve(x) <T> ~ \u00a0 \u00fc \u20ac \ud7ff \U0001f600 \U0010ffff";
  EXPECT_EQ(printable(text), text);
  EXPECT_EQ(printable_line(text), text);
}

TEST(Printable, ControlCharactersBecomeQuestionMarks) {
  for (int c = 0; c < 0x20; ++c) {
    const char byte = static_cast<char>(c);
    if (byte == '\n' || byte == '\t') continue;
    EXPECT_EQ(printable(std::string("a") + byte + "b"), "a?b") << c;
  }
  EXPECT_EQ(printable("\x1b[31m\x7f"), "?[31m?");
  for (int c = 0x80; c < 0xa0; ++c)  // U+0080 to U+009F
    EXPECT_EQ(printable(std::string("a\xc2") + static_cast<char>(c) + "b"), "a??b") << c;
}

TEST(Printable, WhatTurnsTheDirectionOfWritingOrEndsLinesIsNotShown) {
  for (const char* character :
       {"\u061c", "\u200e", "\u200f", "\u2028", "\u2029", "\u202a", "\u202e", "\u2066", "\u2069"}) {
    const std::string shown = printable(std::string("a") + character + "b");
    EXPECT_EQ(shown, "a" + std::string(std::string(character).size(), '?') + "b") << character;
  }
  const std::string near = "\u061b\u200d\u2010\u2027\u202f\u2065\u206a";
  EXPECT_EQ(printable(near), near);
}

TEST(Printable, WhatXmlCannotHoldIsNotShown) {
  EXPECT_EQ(printable("\xef\xbf\xbe \xef\xbf\xbf"), "??? ???");  // U+FFFE, U+FFFF
  EXPECT_EQ(printable("\ufffd"), "\ufffd");
}

TEST(Printable, NamesAreOneLine) {
  EXPECT_EQ(printable("a\n\tb"), "a\n\tb");
  EXPECT_EQ(printable_line("a\n\tb\r\nforged"), "a  b? forged");
}

TEST(Printable, WhatIsNoUtf8BecomesQuestionMarks) {
  EXPECT_EQ(printable("\x9b"
                      "31m"),
            "?31m");
  EXPECT_EQ(printable("\xc3"), "?");                 // cut
  EXPECT_EQ(printable("\xe2\x82"), "??");            // cut
  EXPECT_EQ(printable("\xe2\x82x"), "??x");          // cut
  EXPECT_EQ(printable("\xc1\xbf"), "??");            // longer than need be
  EXPECT_EQ(printable("\xe0\x82\x80"), "???");       // a control character, longer than need be
  EXPECT_EQ(printable("\xed\xa0\x80"), "???");       // half of a pair
  EXPECT_EQ(printable("\xf4\x90\x80\x80"), "????");  // above all characters
  EXPECT_EQ(printable("\xff\xfe"), "??");
}

}  // namespace
}  // namespace latecomer
