/// `rowan doctor`: whether everything that a run needs is there, with real calls where they are asked for.
@NullMarked
package dev.rowan.cli.doctor;

import org.jspecify.annotations.NullMarked;
