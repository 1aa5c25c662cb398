/// Leases with epochs: the single writer of each run.
@NullMarked
package dev.rowan.landscape.lease;

import org.jspecify.annotations.NullMarked;
