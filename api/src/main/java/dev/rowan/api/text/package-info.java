/// The text of a row: where it stands, which of it a transform looks at, how it reads without disguise.
@NullMarked
package dev.rowan.api.text;

import org.jspecify.annotations.NullMarked;
