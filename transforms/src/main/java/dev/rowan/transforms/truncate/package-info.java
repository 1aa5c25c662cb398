/// Cutting texts to a length.
@NullMarked
package dev.rowan.transforms.truncate;

import org.jspecify.annotations.NullMarked;
