/// Exported tables as files, the same for the command line and the page.
@NullMarked
package dev.rowan.web.table;

import org.jspecify.annotations.NullMarked;
