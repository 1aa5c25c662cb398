/// What people ask of a run while it works: given by one process, followed by the one that runs it.
@NullMarked
package dev.rowan.landscape.order;

import org.jspecify.annotations.NullMarked;
