/// Names of calls by the GenAI conventions.
@NullMarked
package dev.rowan.telemetry.name;

import org.jspecify.annotations.NullMarked;
