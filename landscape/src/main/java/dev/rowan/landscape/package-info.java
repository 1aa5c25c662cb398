/// The audit database: an append-only, hash-chained record of everything a run did.
@NullMarked
package dev.rowan.landscape;

import org.jspecify.annotations.NullMarked;
