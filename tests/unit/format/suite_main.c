/* SPDX-License-Identifier: MIT */
#include "suite_main.h"

#include <stdlib.h>

int main(void)
{
    /* Four seconds would be too few on a busy machine; ctest bounds the whole suite. */
    setenv("CK_DEFAULT_TIMEOUT", "0", 0);
    SRunner *runner = srunner_create(make_suite());

    srunner_run_all(runner, CK_NORMAL);
    const int failed = srunner_ntests_failed(runner);
    srunner_free(runner);
    return failed ? EXIT_FAILURE : EXIT_SUCCESS;
}
