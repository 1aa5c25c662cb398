/// Rows as JSON text and back, without loss.
@NullMarked
package dev.rowan.json;

import org.jspecify.annotations.NullMarked;
