/// The audit database: everything a run did, written once, never changed, chained by hashes.
@NullMarked
package dev.rowan.landscape;

import org.jspecify.annotations.NullMarked;
