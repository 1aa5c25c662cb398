/// What a model says: the same for the same seed and request, sensible for classification, valid for a schema.
@NullMarked
package dev.rowan.simulator.answer;

import org.jspecify.annotations.NullMarked;
