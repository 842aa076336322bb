/* SPDX-License-Identifier: MIT */
#include "view.h"

int main(int argc, char **argv)
{
    return view_run(argc, argv);
}
