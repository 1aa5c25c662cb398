/// What the engine tells the landscape, one type for each kind of record.
@NullMarked
package dev.rowan.landscape.record;

import org.jspecify.annotations.NullMarked;
