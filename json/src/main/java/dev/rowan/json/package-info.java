/// Rows to JSON bytes and back, by streaming only.
@NullMarked
package dev.rowan.json;

import org.jspecify.annotations.NullMarked;
