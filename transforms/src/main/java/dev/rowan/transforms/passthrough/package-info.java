/// The transform that changes nothing.
@NullMarked
package dev.rowan.transforms.passthrough;

import org.jspecify.annotations.NullMarked;
