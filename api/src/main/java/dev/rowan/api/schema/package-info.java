/// Schemas of the rows that a transform accepts.
@NullMarked
package dev.rowan.api.schema;

import org.jspecify.annotations.NullMarked;
