/// Names of calls in the words of the GenAI conventions.
@NullMarked
package dev.rowan.telemetry.name;

import org.jspecify.annotations.NullMarked;
