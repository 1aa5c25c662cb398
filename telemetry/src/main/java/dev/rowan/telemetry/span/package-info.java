/// Spans of runs, rows and attempts.
@NullMarked
package dev.rowan.telemetry.span;

import org.jspecify.annotations.NullMarked;
