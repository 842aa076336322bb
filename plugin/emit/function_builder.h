// SPDX-License-Identifier: GPL-3.0-or-later
// Writing small functions of the object file as GENERIC trees.
#ifndef FUNCTION_BUILDER_H
#define FUNCTION_BUILDER_H

#include <initializer_list>
#include <utility>
#include <vector>

namespace lineprof {

// Declares a function that may be missing from the program: a weak reference.
tree declare_weak_function(const char *name, tree type);

// A function or variable of which the linker keeps one hidden copy a module.
void make_one_a_module(tree decl);

// A function being written, statement by statement.
class function_builder {
  public:
    // With a NAME: one hidden copy a module.  Without: a constructor.
    function_builder(const char *name, tree type);

    tree decl() const
    {
        return decl_;
    }
    void make_naked();         // it is an asm alone, which does all that there is to do
    tree parameter(tree type); // in order
    tree local(tree type);
    void add(tree stmt);
    void assign(tree to, tree value);
    void begin_if(tree condition);
    void end_if();
    void begin_loop(tree condition); // while (condition)
    void end_loop();
    void return_value(tree value); // NULL_TREE: nothing
    void finish();                 // hands it to GCC
    void finish_as_constructor();

  private:
    void hand_over();

    tree decl_;
    tree block_;
    tree list_;
    std::vector<std::pair<tree, tree>> open_ifs_; // condition, list outside
    std::vector<tree> open_loops_;                // list outside
};

tree call(tree function_pointer, tree result_type, std::initializer_list<tree> arguments);
tree is_null(tree pointer);
tree not_null(tree pointer);

} // namespace lineprof

#endif
