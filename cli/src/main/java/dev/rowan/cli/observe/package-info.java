/// Observers of a run: page, metrics, telemetry, log.
@NullMarked
package dev.rowan.cli.observe;

import org.jspecify.annotations.NullMarked;
