/// Calibrating the gate of a cascade: asking both models on a sample, and finding the threshold that keeps agreement.
@NullMarked
package dev.rowan.engine.calibrate;

import org.jspecify.annotations.NullMarked;
