/// The OTLP transport.
@NullMarked
package dev.rowan.telemetry.send;

import org.jspecify.annotations.NullMarked;
