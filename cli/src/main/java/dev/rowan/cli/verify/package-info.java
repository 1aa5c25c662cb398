/// Verifying a run: its record, its rules, its heads and its sinks.
@NullMarked
package dev.rowan.cli.verify;

import org.jspecify.annotations.NullMarked;
