/// The text of a row: where it is, which parts a transform checks, and how it is normalized.
@NullMarked
package dev.rowan.api.text;

import org.jspecify.annotations.NullMarked;
