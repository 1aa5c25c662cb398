/// Deletes values from the record without breaking its hash chain.
@NullMarked
package dev.rowan.landscape.purge;

import org.jspecify.annotations.NullMarked;
