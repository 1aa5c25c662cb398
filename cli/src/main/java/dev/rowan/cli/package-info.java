/// Commands and exit codes; the composition root that puts the parts together.
@NullMarked
package dev.rowan.cli;

import org.jspecify.annotations.NullMarked;
