/// Rows without those that repeat a key.
@NullMarked
package dev.rowan.transforms.deduplicate;

import org.jspecify.annotations.NullMarked;
