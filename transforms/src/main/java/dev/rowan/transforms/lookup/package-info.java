/// Fields from a reference table.
@NullMarked
package dev.rowan.transforms.lookup;

import org.jspecify.annotations.NullMarked;
