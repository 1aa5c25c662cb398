/// Crash images: copies of the files, taken while no thread writes.
@NullMarked
package dev.rowan.chaos.image;

import org.jspecify.annotations.NullMarked;
