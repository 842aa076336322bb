// SPDX-License-Identifier: GPL-3.0-or-later
// Statements of Fortran in the text, by lines: in free form, in which those that go on
// end with `&`, and in fixed form.
#ifndef FORTRAN_SCAN_H
#define FORTRAN_SCAN_H

#include <string>
#include <vector>

#include "text/line_source.h"

namespace lineprof {

enum class fortran_form { free, fixed };

// By the name of a file.
fortran_form fortran_form_of(const std::string &file);

// Reads a file.  Lines are from 1; 0 is none.  All answer also where the text cannot be
// read: that nothing is there.
class fortran_scan {
  public:
    // LINES are borrowed.
    fortran_scan(const line_source &lines, fortran_form form)
        : lines_(&lines), is_fixed_(form == fortran_form::fixed)
    {
    }

    // The line on which the statement begins that LINE is a part of.
    int statement(int line) const;

    // The line of the `select` whose last statement, or a later one, is on LINE.
    int select(int line) const;

    // The same, where the statement on LINE is inside of it and may be one itself.
    int select_around(int line) const;

    // The line of the `do concurrent` whose last statement, or header, is on LINE, and
    // that has an index of this name ("": the innermost).
    int concurrent(int line, const std::string &index) const;

    // Whether on LINE there begins a loop; an `associate`; there ends a module, program
    // or procedure; there are several statements.
    bool begins_do(int line) const;
    bool begins_associate(int line) const;
    bool ends_unit(int line) const;
    bool has_several_statements(int line) const;

    // Whether a directive of OpenMP or OpenACC, or a part of one, is on LINE.
    bool is_directive(int line) const;

    // The line on which the directive begins that LINE is a part of.
    int directive(int line) const;

    // The lines of the statements that the directive `atomic` that begins on LINE rules.
    std::vector<int> atomic(int line) const;

    // Whether the directive on LINE stands above a loop with this index ("": any).
    bool rules_loop(int line, const std::string &index) const;

    // The headers of the nest of loops with these indices, the outermost first, where on
    // LINE is the directive that rules it or a statement inside.
    std::vector<int> loop_headers(int line,
                                  const std::vector<std::string> &indices) const;

  private:
    // A line without its comment and the space around, in small letters.
    std::string code_of(int line) const;

    // The same without a label and the name of a construct.
    std::string unnamed_code_of(int line) const;

    int fixed_statement(int line) const;
    int free_statement(int line) const;

    // The construct that is open at the end of a line: the line that begins it.  Its end
    // says WORD.
    int open_construct(int line, bool (*begins)(const std::string &),
                       const char *word) const;

    // The line of the loop that the statement on LINE is in.
    int enclosing_do(int line) const;

    // A directive on a line, or a part of one, from its sentinel on and in small letters;
    // "" if the line is none.
    std::string directive_on(int line) const;

    bool continues_directive(int line) const;

    // The next line of code after one, itself not a continuation; 0 where there is none
    // near, or the directive `end WORD` stands before it.
    int next_statement(int line, const char *word) const;

    // The code of the statement that begins on a line of free form, and its continuation.
    std::string whole_statement(int line) const;

    // Whether the header of the loop on a line says `INDEX = ` (and not `==`).
    bool has_index(int line, const std::string &index) const;

    const line_source *lines_;
    bool is_fixed_;
};

} // namespace lineprof

#endif
