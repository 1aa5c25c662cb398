/// Exclusive access of runs to outputs: database locks and output identity.
@NullMarked
package dev.rowan.landscape.sink;

import org.jspecify.annotations.NullMarked;
