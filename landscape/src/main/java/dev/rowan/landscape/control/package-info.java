/// What people ask of a run while it works: given by one process, followed by the one that runs it.
@NullMarked
package dev.rowan.landscape.control;

import org.jspecify.annotations.NullMarked;
