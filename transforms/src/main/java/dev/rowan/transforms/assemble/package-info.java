/// One text of the members of a group.
@NullMarked
package dev.rowan.transforms.assemble;

import org.jspecify.annotations.NullMarked;
