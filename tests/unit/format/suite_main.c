/* SPDX-License-Identifier: MIT */
#include "suite_main.h"

#include <stdlib.h>

int main(void)
{
    SRunner *runner = srunner_create(make_suite());

    srunner_run_all(runner, CK_NORMAL);
    const int failed = srunner_ntests_failed(runner);
    srunner_free(runner);
    return failed ? EXIT_FAILURE : EXIT_SUCCESS;
}
