/// `rowan chaos`: crash tests for any pipeline.
@NullMarked
package dev.rowan.cli.chaos;

import org.jspecify.annotations.NullMarked;
