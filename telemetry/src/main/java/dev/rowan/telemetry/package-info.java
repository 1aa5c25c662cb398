/// OpenTelemetry export of runs.
@NullMarked
package dev.rowan.telemetry;

import org.jspecify.annotations.NullMarked;
