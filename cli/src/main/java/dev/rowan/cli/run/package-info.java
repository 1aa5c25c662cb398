/// `rowan run`: runs a pipeline with progress and summary.
@NullMarked
package dev.rowan.cli.run;

import org.jspecify.annotations.NullMarked;
