/// What the rows that reach a transform must look like.
@NullMarked
package dev.rowan.api.schema;

import org.jspecify.annotations.NullMarked;
