/// Sending to a receiver of OpenTelemetry's protocol.
@NullMarked
package dev.rowan.telemetry.send;

import org.jspecify.annotations.NullMarked;
