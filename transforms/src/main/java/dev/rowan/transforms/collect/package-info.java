/// A list of the members of a group.
@NullMarked
package dev.rowan.transforms.collect;

import org.jspecify.annotations.NullMarked;
