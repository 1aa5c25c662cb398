/// Turning values into the types they should have.
@NullMarked
package dev.rowan.transforms.coerce;

import org.jspecify.annotations.NullMarked;
