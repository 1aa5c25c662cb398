/// What a run does, sent to whoever collects it by OpenTelemetry's protocol.
@NullMarked
package dev.rowan.telemetry;

import org.jspecify.annotations.NullMarked;
