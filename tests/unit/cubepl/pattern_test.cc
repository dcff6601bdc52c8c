// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

#include "cubepl/pattern.h"

#include <gtest/gtest.h>

namespace latecomer::cubepl {
namespace {

bool found(const std::string& expression, const std::string& text) {
  const Result<Pattern> pattern = Pattern::compile(expression);
  EXPECT_TRUE(pattern) << expression << ": " << (pattern ? "" : pattern.error().message);
  return pattern && pattern->found_in(text);
}

std::string error_of(const std::string& expression) {
  const Result<Pattern> pattern = Pattern::compile(expression);
  return pattern ? "none" : pattern.error().message;
}

TEST(Pattern, CharactersAndPlaces) {
  EXPECT_TRUE(found("", "anything"));
  EXPECT_TRUE(found("Send", "MPI_Send_init"));
  EXPECT_FALSE(found("send", "MPI_Send"));
  EXPECT_TRUE(found("^MPI_", "MPI_Send"));
  EXPECT_FALSE(found("^MPI_", "PMPI_Send"));
  EXPECT_TRUE(found("end$", "MPI_Send"));
  EXPECT_FALSE(found("Sen$", "MPI_Send"));
  EXPECT_TRUE(found("^$", ""));
  EXPECT_TRUE(found("a.c", "abc"));
  EXPECT_FALSE(found("a.c", "a\nc"));
  EXPECT_TRUE(found("a\\.c", "a.c"));
  EXPECT_FALSE(found("a\\.c", "abc"));
  EXPECT_TRUE(found("^!\\$omp ordered\\s@", "!$omp ordered @file"));
  EXPECT_TRUE(found("\\bomp\\b", "an omp loop"));
  EXPECT_FALSE(found("\\bomp\\b", "stomp"));
  EXPECT_TRUE(found("st\\Bomp", "stomp"));
}

TEST(Pattern, Classes) {
  EXPECT_TRUE(found("^[a-c]+$", "abcabc"));
  EXPECT_FALSE(found("^[a-c]+$", "abcd"));
  EXPECT_TRUE(found("^[^a-c]$", "d"));
  EXPECT_FALSE(found("^[^a-c]$", "b"));
  EXPECT_TRUE(found("^[-x]$", "-"));
  EXPECT_TRUE(found("^[x-]$", "-"));
  EXPECT_TRUE(found("^[\\d\\]]+$", "12]"));
  EXPECT_TRUE(found("^[[:alpha:]_]+$", "a_B"));
  EXPECT_FALSE(found("^[[:alpha:]_]+$", "a1"));
  EXPECT_TRUE(found("_v\\d+$", "cuMemset_v2"));
  EXPECT_TRUE(found("^\\w+\\W\\S$", "ab c"));
}

TEST(Pattern, Repetition) {
  EXPECT_TRUE(found("^ab*c$", "ac"));
  EXPECT_TRUE(found("^ab*c$", "abbbc"));
  EXPECT_FALSE(found("^ab+c$", "ac"));
  EXPECT_TRUE(found("^ab+c$", "abbc"));
  EXPECT_TRUE(found("^ab?c$", "ac"));
  EXPECT_FALSE(found("^ab?c$", "abbc"));
  EXPECT_TRUE(found("^a{2}$", "aa"));
  EXPECT_FALSE(found("^a{2}$", "aaa"));
  EXPECT_TRUE(found("^a{1,3}$", "aaa"));
  EXPECT_FALSE(found("^a{1,3}$", "aaaa"));
  EXPECT_FALSE(found("^a{1,3}$", ""));
  EXPECT_TRUE(found("^a{0,1}$", ""));
  EXPECT_TRUE(found("^a{2,}$", "aaaaa"));
  EXPECT_FALSE(found("^a{2,}$", "a"));
  EXPECT_TRUE(found("^a{0}b$", "b"));
  EXPECT_TRUE(found("a+?b", "aab"));
}

TEST(Pattern, Alternatives) {
  EXPECT_TRUE(found("^(a|bc|d)$", "bc"));
  EXPECT_TRUE(found("^(a|bc|d)$", "d"));
  EXPECT_FALSE(found("^(a|bc|d)$", "b"));
  EXPECT_TRUE(found("^(?:x|)y$", "y"));
  EXPECT_TRUE(found("^MPI_(Init(_thread|ialized){0,1}|Finalize(d){0,1})$", "MPI_Initialized"));
  EXPECT_TRUE(found("^MPI_(Init(_thread|ialized){0,1}|Finalize(d){0,1})$", "MPI_Finalize"));
  EXPECT_FALSE(found("^MPI_(Init(_thread|ialized){0,1}|Finalize(d){0,1})$", "MPI_Finalizes"));
  EXPECT_TRUE(found("^acc_wait(@.*)?$", "acc_wait@file.c:3"));
  EXPECT_TRUE(found("^(ab|c)*$", "abcab"));
}

TEST(Pattern, WhatIsRefused) {
  EXPECT_EQ("a ( without ) in the regular expression, at its character 4", error_of("a(b"));
  EXPECT_EQ("a ) without ( in the regular expression, at its character 2", error_of("a)b"));
  EXPECT_EQ("a [ without ] in the regular expression, at its character 4", error_of("a[b"));
  EXPECT_EQ("nothing before * in the regular expression, at its character 1", error_of("*a"));
  EXPECT_EQ("looking ahead is not supported: (? in the regular expression, at its character 2",
            error_of("(?=a)"));
  EXPECT_EQ("\\1 is not supported in the regular expression, at its character 5", error_of("(a)\\1"));
  EXPECT_EQ("a range that goes backwards in the regular expression, at its character 5", error_of("[b-a]"));
  EXPECT_NE("none", error_of("a{3,2}"));
  EXPECT_NE("none", error_of("a{x}"));
  EXPECT_NE("none", error_of("a{1"));
  EXPECT_NE("none", error_of("\\"));
  EXPECT_NE("none", error_of("[\\"));
  EXPECT_NE("none", error_of("[[:nothing:]]"));
  EXPECT_NE("none", error_of("\\q"));
}

TEST(Pattern, LimitsOfSizeAndTime) {
  EXPECT_NE("none", error_of("((((a{100}){100}){100}){100}){100}"));
  EXPECT_NE("none", error_of("a{99999999999999999999}"));
  EXPECT_NE("none", error_of(std::string(100'000, '(')));
  EXPECT_NE("none", error_of(std::string(100'000, 'a')));
  // Ways to match grow exponentially with the text, if they are tried one by one.
  EXPECT_FALSE(found("^(a*)*b$", std::string(1000, 'a')));
  EXPECT_FALSE(found("^(a|a)*b$", std::string(1000, 'a')));
  EXPECT_TRUE(found("^(a?){1000}$", std::string(1000, 'a')));
}

}  // namespace
}  // namespace latecomer::cubepl
