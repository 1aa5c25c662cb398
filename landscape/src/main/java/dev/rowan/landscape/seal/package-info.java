/// The keys that sign and verify heads.
@NullMarked
package dev.rowan.landscape.seal;

import org.jspecify.annotations.NullMarked;
