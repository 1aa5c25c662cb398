/// Simulated answers: deterministic by seed and request, sensible for classification, valid for a schema.
@NullMarked
package dev.rowan.simulator.answer;

import org.jspecify.annotations.NullMarked;
