/// Rows, results and outcomes: the words every other module speaks.
@NullMarked
package dev.rowan.api;

import org.jspecify.annotations.NullMarked;
