/// Which run may write an output: locks in the database, and what makes two names one output.
@NullMarked
package dev.rowan.landscape.sink;

import org.jspecify.annotations.NullMarked;
