/// Comparisons of the ledger with providers' bills, recorded beside the runs that they covered.
@NullMarked
package dev.rowan.landscape.reconcile;

import org.jspecify.annotations.NullMarked;
