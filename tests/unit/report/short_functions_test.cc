// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

#include "report/short_functions.h"

#include <gtest/gtest.h>

#include <string>

namespace latecomer::report {
namespace {

std::string short_function(const std::string& name) {
  const std::map<std::string, std::string> all = short_functions({name});
  return all.empty() ? name : all.at(name);
}

TEST(ShortFunctions, HaveNoArgumentsOfTemplatesAndNoParameters) {
  EXPECT_EQ(short_function("void boost::mpi::all_reduce<double, std::plus<double> >(boost::mpi::communicator "
                           "const&, double const&, double&, std::plus<double>)"),
            "boost::mpi::all_reduce<…>");
  EXPECT_EQ(short_function("exchange(Grid&, std::vector<double, std::allocator<double> >&)"), "exchange");
  EXPECT_EQ(short_function("Kokkos::View<double**, Kokkos::LayoutRight>::operator()(int, int) const"),
            "Kokkos::View<…>::operator()");
}

TEST(ShortFunctions, AreThoseThatAreShortAlready) {
  EXPECT_EQ(short_function("solve(double*)"), "solve(double*)");
  EXPECT_EQ(short_function("std::vector<int>::push_back(int&&)"), "std::vector<int>::push_back(int&&)");
}

TEST(ShortFunctions, KeepWhatFits) {
  EXPECT_EQ(short_function("std::map<int, double>::insert(std::pair<int const, double> const&)"),
            "std::map<int, double>::insert");
  EXPECT_EQ(short_function("std::unique_ptr<std::vector<Very::Long::Name::Of::A::Type> >::reset(int*)"),
            "std::unique_ptr<std::vector<…>>::reset");
}

TEST(ShortFunctions, KeepWhatDistinguishesThem) {
  const std::string sum = "void mpi::all_reduce<double, std::plus<double> >(mpi::communicator const&)";
  const std::string max = "void mpi::all_reduce<double, mpi::max<double> >(mpi::communicator const&)";
  const std::string one = "exchange_all_of_the_halos(Grid&, std::vector<double>&)";
  const std::string two = "exchange_all_of_the_halos(Grid&, std::vector<float>&)";
  const std::map<std::string, std::string> expected = {{sum, "mpi::all_reduce<double, std::plus<…>>"},
                                                       {max, "mpi::all_reduce<double, mpi::max<…>>"}};
  EXPECT_EQ(short_functions({sum, max, one, two}), expected);
}

TEST(ShortFunctions, AreFoundInNamesWithOtherBrackets) {
  EXPECT_EQ(short_function("(anonymous namespace)::Solver::step((anonymous namespace)::State&, double)"),
            "(anonymous namespace)::Solver::step");
  EXPECT_EQ(short_function("main::{lambda(int, double, char)#1}::operator()(int, double, char) const"),
            "main::{lambda(…)#1}::operator()");
  EXPECT_EQ(short_function("run(Grid&, Options const&)::{lambda(int)#2}::operator()(int) const"),
            "run(…)::{lambda(…)#2}::operator()");
  EXPECT_EQ(short_function("std::ostream& operator<< <std::char_traits<char> >(std::ostream&, char const*)"),
            "operator<< <std::char_traits<char> >");
  EXPECT_EQ(short_function("bool operator< <Particle, Particle>(Particle const&, Particle const&)"),
            "operator< <Particle, Particle>");
  EXPECT_EQ(short_function("Field::operator std::vector<double, std::allocator<double> >() const"),
            "Field::operator std::vector<…>");
  EXPECT_EQ(short_function("Pool::operator new(unsigned long, std::align_val_t, Arena&, int)"),
            "Pool::operator new");
  EXPECT_EQ(short_function("std::function<void (int, double)>::operator()(int, double) const [clone .cold]"),
            "std::function<void (…)>::operator()");
  EXPECT_EQ(short_function("decltype (begin(x)) first_of_all<std::vector<int> >(std::vector<int>&)"),
            "first_of_all<std::vector<int> >");
}

// A function that returns a pointer to a function, and damaged names.
TEST(ShortFunctions, AreInFullWhereNothingIsKnown) {
  for (const std::string name :
       {"void (*signal_of_my_very_own_kind(int, void (*)(int)))(int)",
        "((((((((((((((((((((((((((((((((((((((((((((", ">>>>>>>>>>>>>>>>>>>>>>>>>>>>>>>>>>>>>>>>>>>>>>",
        "operatoroperatoroperatoroperatoroperatoroperator<"})
    EXPECT_FALSE(short_function(name).empty());
  EXPECT_EQ(short_function("void (*signal_of_my_very_own_kind(int, void (*)(int)))(int)"),
            "void (*signal_of_my_very_own_kind(int, void (*)(int)))(int)");
}

}  // namespace
}  // namespace latecomer::report
