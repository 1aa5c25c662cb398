/// Commands and exit codes; the composition root.
@NullMarked
package dev.rowan.cli;

import org.jspecify.annotations.NullMarked;
