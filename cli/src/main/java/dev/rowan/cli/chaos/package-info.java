/// `rowan chaos`: the crash test on one's own pipeline.
@NullMarked
package dev.rowan.cli.chaos;

import org.jspecify.annotations.NullMarked;
