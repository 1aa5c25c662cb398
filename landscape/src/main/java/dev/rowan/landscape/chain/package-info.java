/// A run's events: their tables, hashing, chaining and Merkle tree.
@NullMarked
package dev.rowan.landscape.chain;

import org.jspecify.annotations.NullMarked;
