/// `rowan replay`: repeats a run from its record and compares what comes of it.
@NullMarked
package dev.rowan.cli.replay;

import org.jspecify.annotations.NullMarked;
