/// What the aggregators have in common.
@NullMarked
package dev.rowan.transforms.group;

import org.jspecify.annotations.NullMarked;
