// SPDX-License-Identifier: GPL-3.0-or-later
// Building C structs and variables of the object file as trees.
#ifndef STATIC_DATA_H
#define STATIC_DATA_H

#include <string>
#include <vector>

namespace lineprof {

// A struct under construction.  Members are given in order with the offset that
// they have in the C header, so that a difference is found at compile time of the
// user's program at the latest.
class struct_builder {
  public:
    void add(tree type, tree value, size_t offset);
    void add_u32(uint64_t value, size_t offset);
    void add_u64(uint64_t value, size_t offset);
    void add_pointer(tree value, size_t offset); // NULL_TREE: a null pointer
    void add_string(const std::string &text, size_t offset);

    // Lays the struct out; its size must be SIZE.  TYPE: that of another one of the same
    // members, which an array of both needs.
    void finish(size_t size, tree type = NULL_TREE);
    tree type() const
    {
        return type_;
    }
    tree value() const
    {
        return value_;
    }

  private:
    struct member {
        tree type, value;
        size_t offset;
    };
    tree build_type() const;

    std::vector<member> members_;
    tree type_ = NULL_TREE;
    tree value_ = NULL_TREE;
};

tree u32_type();
tree u64_type();
tree address_of(tree decl);                   // as void *
tree string_address(const std::string &text); // NUL added

// An array whose elements all have type ELEMENT.
tree array_value(tree element, const std::vector<tree> &values);

// A variable of this object only; VALUE may be NULL_TREE for zeros.
tree local_variable(const char *name, tree type, tree value, bool read_only);

// VARIABLE goes into a section that the runtime walks: nothing may lie between its
// elements.  ALIGN: in bits.
void put_in_section(tree variable, const char *section, unsigned align);

// Tells GCC that VAR is complete and to be put out.
void finalize_variable(tree var);

// Address of a symbol that the linker makes for a section, WHICH is its beginning or end:
// "__start_" or "__stop_"; null where no object of the module has any of it.
tree section_bound(const char *which, const char *section);

// The name of what a module has once.
std::string versioned(const char *name);

// Keeps TREE alive for the rest of the compilation.
tree keep(tree node);
void register_kept_trees();

} // namespace lineprof

#endif
