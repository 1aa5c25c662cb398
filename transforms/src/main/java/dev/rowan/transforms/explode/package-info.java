/// A row for each element of a list.
@NullMarked
package dev.rowan.transforms.explode;

import org.jspecify.annotations.NullMarked;
