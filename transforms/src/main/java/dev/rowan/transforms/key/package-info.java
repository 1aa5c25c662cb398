/// Keys made of fields, shared by transforms that compare or choose rows.
@NullMarked
package dev.rowan.transforms.key;

import org.jspecify.annotations.NullMarked;
