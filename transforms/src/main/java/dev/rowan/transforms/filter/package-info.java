/// Rows kept by a CEL expression.
@NullMarked
package dev.rowan.transforms.filter;

import org.jspecify.annotations.NullMarked;
