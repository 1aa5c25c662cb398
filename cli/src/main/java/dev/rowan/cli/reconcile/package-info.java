/// Compares the ledger with a provider's own account of usage and cost.
@NullMarked
package dev.rowan.cli.reconcile;

import org.jspecify.annotations.NullMarked;
