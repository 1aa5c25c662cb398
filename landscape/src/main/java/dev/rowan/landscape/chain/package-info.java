/// A run's events: what each table holds, how an event is hashed, linked to the one before, and sealed in a tree.
@NullMarked
package dev.rowan.landscape.chain;

import org.jspecify.annotations.NullMarked;
