/// Deleting values from the record, so that what is left verifies as before.
@NullMarked
package dev.rowan.landscape.purge;

import org.jspecify.annotations.NullMarked;
