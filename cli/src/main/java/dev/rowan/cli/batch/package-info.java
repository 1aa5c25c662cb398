/// `rowan batch`: shows and manages the batch jobs of runs.
@NullMarked
package dev.rowan.cli.batch;

import org.jspecify.annotations.NullMarked;
