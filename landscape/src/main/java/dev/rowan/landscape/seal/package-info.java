/// The keys that heads are signed and checked with.
@NullMarked
package dev.rowan.landscape.seal;

import org.jspecify.annotations.NullMarked;
