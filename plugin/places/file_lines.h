// SPDX-License-Identifier: GPL-3.0-or-later
// GCC's locations as the readers of text have them: a file's lines, and places in it.
#ifndef FILE_LINES_H
#define FILE_LINES_H

#include <vector>

#include "places/source.h"
#include "places/text_lines.h"
#include "text/line_source.h"

namespace lineprof {

// The lines of a file, as the parser reads them or as they stand on disk.
class file_lines final : public line_source {
  public:
    // FILE is GCC's own string; NULL: a file without lines.
    explicit file_lines(const char *file,
                        bool (*read)(const char *, int, std::string &) = parsed_line)
        : file_(file), read_(read)
    {
    }

    bool line(int number, std::string &out) const override
    {
        return file_ && read_(file_, number, out);
    }

  private:
    const char *file_;
    bool (*read_)(const char *file, int line, std::string &out);
};

// A written location, taken apart.
struct text_place {
    location_t start;
    file_lines lines;
    spot at;

    // The location of what was found in the text; UNKNOWN_LOCATION where it was nowhere.
    location_t location_of(spot found) const
    {
        return found.line ? location_near(start, found.line, found.column)
                          : UNKNOWN_LOCATION;
    }

    std::vector<location_t> locations_of(const std::vector<spot> &found) const
    {
        std::vector<location_t> locations;
        for (const spot &each : found)
            locations.push_back(location_of(each));
        return locations;
    }
};

// Of a location that is_written() and has no range.
inline text_place text_place_of(location_t start)
{
    const expanded_location where = expand_location(start);
    return {
        start, file_lines(where.file), {where.line, where.column}
    };
}

} // namespace lineprof

#endif
