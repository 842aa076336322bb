/* SPDX-License-Identifier: MIT */
/* The report's own scripts and style, as the build has embedded them (EmbedText.cmake).
 */
#ifndef HTML_ASSETS_H
#define HTML_ASSETS_H

/* Ended by NUL. */
extern const char html_loader[]; /* unpacks the other one */
extern const char html_report[];
extern const char html_style[];

/* What a policy calls them: "sha256-" and the digest in base64. */
extern const char html_loader_digest[];
extern const char html_report_digest[];
extern const char html_style_digest[];

#endif
