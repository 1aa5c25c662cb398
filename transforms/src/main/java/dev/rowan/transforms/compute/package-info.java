/// Fields computed by CEL expressions.
@NullMarked
package dev.rowan.transforms.compute;

import org.jspecify.annotations.NullMarked;
