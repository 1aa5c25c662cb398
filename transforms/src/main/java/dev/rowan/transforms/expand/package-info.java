/// Shared by transforms that split a row into several.
@NullMarked
package dev.rowan.transforms.expand;

import org.jspecify.annotations.NullMarked;
