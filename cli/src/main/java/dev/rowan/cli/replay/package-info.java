/// `rowan replay`: replays a run from its record and compares the output.
@NullMarked
package dev.rowan.cli.replay;

import org.jspecify.annotations.NullMarked;
