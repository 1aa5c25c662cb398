/// The list of runs.
@NullMarked
package dev.rowan.web.runs;

import org.jspecify.annotations.NullMarked;
