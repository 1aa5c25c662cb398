/// Who may write a run: leases with epochs, of which the database keeps the latest.
@NullMarked
package dev.rowan.landscape.lease;

import org.jspecify.annotations.NullMarked;
