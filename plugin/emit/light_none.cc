// SPDX-License-Identifier: GPL-3.0-or-later
// For machines without light code: nothing of this is asked for.
#include "emit/light_machine.h"

namespace lineprof {

const bool light_machine::exists = false;
const char *const light_machine::place_constraint = "";
const char *const light_machine::answer_constraint = "";
const std::vector<const char *> light_machine::clobbers;
const std::vector<const char *> light_machine::visit_clobbers;

std::string light_machine::count_or_trigger(int, bool)
{
    return "";
}

std::string light_machine::count_only(int, bool)
{
    return "";
}

std::string light_machine::count_or_jump(int)
{
    return "";
}

std::string light_machine::begin_visit(int, bool)
{
    return "";
}

const bool light_machine::has_own_stack = false;

std::string light_machine::tell_lasted(int)
{
    return "";
}

std::string light_machine::tell_visit(int)
{
    return "";
}

std::string light_machine::ask(int)
{
    return "";
}

std::string light_machine::without_red_zone(const std::string &)
{
    return "";
}

const bool light_machine::has_bases = false;

std::string light_machine::base(const std::string &, const std::string &)
{
    return "";
}

std::string light_machine::silence_count()
{
    return "";
}

std::string light_machine::do_nothing()
{
    return "";
}

std::string light_machine::silence_visit()
{
    return "";
}

std::string light_machine::begin_nothing()
{
    return "";
}

std::string light_machine::hear_nothing()
{
    return "";
}

std::string light_machine::hear_nothing_of_lasted()
{
    return "";
}

} // namespace lineprof
