/// What the record says a run is, and whether the record is as it was written.
@NullMarked
package dev.rowan.web.record;

import org.jspecify.annotations.NullMarked;
