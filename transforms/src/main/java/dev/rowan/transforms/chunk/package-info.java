/// Splitting texts into chunks.
@NullMarked
package dev.rowan.transforms.chunk;

import org.jspecify.annotations.NullMarked;
