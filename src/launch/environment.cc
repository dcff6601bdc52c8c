// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

#include "launch/environment.h"

#include <algorithm>
#include <cstdlib>
#include <iterator>
#include <optional>

#include "launch/command_words.h"

namespace latecomer::launch {

namespace {

using Words = std::vector<std::string>;

constexpr std::string_view kPreload = "LD_PRELOAD";
// Open MPI's parameter for the environment, as A=1;B=2. It does not allow -x beside it.
constexpr std::string_view kEnvironmentList = "mca_base_env_list";

std::string value_of(const char* variable) {
  const char* value = std::getenv(variable);
  return value == nullptr ? "" : value;
}

Words split(std::string_view text, std::string_view separators) {
  Words parts;
  while (!text.empty()) {
    const size_t end = std::min(text.find_first_of(separators), text.size());
    if (end > 0) parts.emplace_back(text.substr(0, end));
    text.remove_prefix(std::min(end + 1, text.size()));
  }
  return parts;
}

std::string joined(const Words& words, char separator) {
  std::string text;
  for (const std::string& word : words) {
    if (!text.empty()) text += separator;
    text += word;
  }
  return text;
}

class PassedOn {
 public:
  PassedOn(const Launch& launch, const Preload& preload, const std::vector<Variable>& variables)
      : launch_(launch), preload_(preload), variables_(variables), theirs_(value_of("LD_PRELOAD")) {}

  Words command() {
    const Words& given = launch_.command;
    const size_t first = launch_.launcher ? launch_.launcher_at : 0;
    roles_ = roles_of(given, first);
    add_before_launcher(first);
    if (!launch_.launcher && first == 0) {
      result_ = {"env"};
      std::ranges::copy(assignments(theirs_), std::back_inserter(result_));
      // What srun hands on, where no option of it says that.
      if (const std::string list = value_of("SLURM_EXPORT_ENV"); !list.empty())
        result_.push_back("SLURM_EXPORT_ENV=" + exported(list));
    }
    for (size_t i = first; i < given.size();) i = add(i);
    return result_;
  }

 private:
  /// Returns our variables with what the user preloads.
  Words assignments(const std::string& theirs) const {
    Words words = {std::string(kPreload) + "=" + merged(preload_, theirs)};
    for (const Variable& variable : variables_) words.push_back(variable.name + "=" + variable.value);
    return words;
  }

  // What starts the launcher; what `env` preloads there, launchers hand on, unless options say otherwise.
  void add_before_launcher(size_t launcher) {
    for (size_t i = 0; i < launcher; ++i) {
      result_.push_back(launch_.command[i]);
      if (base_name(launch_.command[i]) != "env") continue;
      const EnvWords env = read_env(launch_.command, i);
      if (env.resets) theirs_.clear();
      theirs_ = env.preload.value_or(theirs_);
    }
  }

  // Adds the word at this place, with its values; the place behind them.
  size_t add(size_t at) {
    const std::string& word = launch_.command[at];
    const Role role = roles_[at];
    if (role == Role::starter && base_name(word) == "env") return add_env(at);
    result_.push_back(word);
    if (is_launcher(at)) add_options();
    // Open MPI's option is for one part of the command line; MPICH's, at the first place only, for all.
    if (role == Role::separator && launch_.launcher == Mpi::openmpi) add_options();
    if (role != Role::option) return at + 1;
    if (starts_export(word)) result_.back() = exporting(word);
    size_t end = at + 1;
    while (end < roles_.size() && roles_[end] == Role::value) result_.push_back(launch_.command[end++]);
    change_values(word, end - at - 1);
    return end;
  }

  bool is_launcher(size_t at) const { return launch_.launcher && at == launch_.launcher_at; }

  // In an environment that `env` changes, our variables are set anew.
  size_t add_env(size_t at) {
    const EnvWords env = read_env(launch_.command, at);
    for (size_t i = at; i < env.end; ++i) result_.push_back(launch_.command[i]);
    if (env.resets || env.preload) {
      const std::string inherited = env.resets ? "" : theirs_;
      std::ranges::copy(assignments(env.preload.value_or(inherited)), std::back_inserter(result_));
    }
    return env.end;
  }

  void add_options() {
    if (launch_.launcher != Mpi::openmpi) {
      const auto add_variable = [&](const std::string& name, const std::string& value) {
        result_.insert(result_.end(), {"-genv", name, value});
      };
      add_variable(std::string(kPreload), merged(preload_, theirs_));
      for (const Variable& variable : variables_) add_variable(variable.name, variable.value);
      return;
    }
    if (has_environment_list()) return;
    if (const std::string list = value_of("OMPI_MCA_mca_base_env_list"); !list.empty()) {
      result_.insert(result_.end(), {"--mca", std::string(kEnvironmentList), with_ours(list)});
      return;
    }
    for (const std::string& assignment : assignments(theirs_))
      result_.insert(result_.end(), {"-x", assignment});
  }

  bool has_environment_list() const {
    for (size_t i = 0; i < roles_.size(); ++i) {
      if (roles_[i] == Role::value && launch_.command[i] == kEnvironmentList) return true;
    }
    return false;
  }

  // A list as "A=1;B=2".
  std::string with_ours(const std::string& list) const {
    Words words = split(list, ";");
    std::string theirs = theirs_;
    std::erase_if(words, [&](const std::string& word) {
      if (!word.starts_with("LD_PRELOAD")) return false;
      if (word.size() > kPreload.size()) theirs = word.substr(kPreload.size() + 1);
      return true;
    });
    std::ranges::copy(assignments(theirs), std::back_inserter(words));
    return joined(words, ';');
  }

  // The last `count` words are values of the option.
  void change_values(const std::string& option, size_t count) {
    if (count == 0) return;
    std::string& first = result_[result_.size() - count];
    const std::string_view name = option_name(option);
    if (name == "-x" || name == "-genv" || name == "-env") {
      const bool is_name_alone = first == kPreload;
      if (is_name_alone && count == 2)
        result_.back() = merged(preload_, result_.back());
      else if (is_name_alone)
        first.append("=").append(merged(preload_, theirs_));
      else if (first.starts_with("LD_PRELOAD="))
        first = std::string(kPreload) + "=" + merged(preload_, first.substr(kPreload.size() + 1));
    } else if (name.ends_with("mca") && first == kEnvironmentList && count == 2) {
      result_.back() = with_ours(result_.back());
    } else if (name == "-export") {
      first = exported(first);
    }
  }

  static bool starts_export(const std::string& word) { return word.starts_with("--export="); }
  std::string exporting(const std::string& word) const {
    const size_t begin = word.find('=') + 1;
    return word.substr(0, begin) + exported(word.substr(begin));
  }

  // What srun hands on of its environment, which has our variables. What it sets itself stays.
  std::string exported(const std::string& list) const {
    Words words = split(list, ",");
    std::erase(words, "NONE");
    bool sets_preload = false;
    for (std::string& word : words) {
      if (!word.starts_with("LD_PRELOAD=")) continue;
      word = std::string(kPreload) + "=" + merged(preload_, word.substr(kPreload.size() + 1));
      sets_preload = true;
    }
    if (std::ranges::find(words, "ALL") != words.end()) return joined(words, ',');
    if (!sets_preload) words.emplace_back(kPreload);
    for (const Variable& variable : variables_) words.push_back(variable.name);
    return joined(words, ',');
  }

  const Launch& launch_;
  const Preload& preload_;
  const std::vector<Variable>& variables_;
  std::string theirs_;  // what the launcher, or the program, would have as LD_PRELOAD
  std::vector<Role> roles_;
  Words result_;
};

}  // namespace

bool has_to_come_first(std::string_view library) {
  const std::string_view name = library.substr(library.rfind('/') + 1);
  constexpr std::string_view kRuntimes[] = {"libasan.so",       "libhwasan.so",     "libtsan.so",
                                            "liblsan.so",       "libclang_rt.asan", "libclang_rt.hwasan",
                                            "libclang_rt.tsan", "libclang_rt.lsan"};
  return std::ranges::any_of(kRuntimes, [&](std::string_view runtime) { return name.starts_with(runtime); });
}

std::string merged(const Preload& ours, std::string_view theirs) {
  Words all = ours.before;
  std::ranges::copy(split(theirs, ": "), std::back_inserter(all));
  std::ranges::copy(ours.after, std::back_inserter(all));
  std::stable_partition(all.begin(), all.end(), has_to_come_first);
  return joined(all, ':');
}

std::vector<std::string> command_with(const Launch& launch, const Preload& preload,
                                      const std::vector<Variable>& variables) {
  return PassedOn(launch, preload, variables).command();
}

}  // namespace latecomer::launch
