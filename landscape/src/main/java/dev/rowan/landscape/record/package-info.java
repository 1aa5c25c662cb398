/// What the engine records in the landscape, one type per kind of record.
@NullMarked
package dev.rowan.landscape.record;

import org.jspecify.annotations.NullMarked;
