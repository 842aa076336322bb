/* SPDX-License-Identifier: MIT */
/* Times for people. */
#ifndef DURATION_H
#define DURATION_H

#define DURATION_BYTES 32

/* Three significant digits and the unit that suits them, such as "1.56 ms"; returns
   text. */
const char *duration_format(char text[DURATION_BYTES], double ns);

#endif
