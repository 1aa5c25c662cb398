/// Statistics of the numbers of a group.
@NullMarked
package dev.rowan.transforms.statistics;

import org.jspecify.annotations.NullMarked;
