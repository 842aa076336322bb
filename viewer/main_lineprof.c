/* SPDX-License-Identifier: MIT */
#include "command.h"

int main(int argc, char **argv)
{
    return command_run(argc, argv);
}
