/// Crash images: copies of the files, taken while nobody writes.
@NullMarked
package dev.rowan.chaos.image;

import org.jspecify.annotations.NullMarked;
