/// `rowan doctor`: checks the environment, with real calls on request.
@NullMarked
package dev.rowan.cli.doctor;

import org.jspecify.annotations.NullMarked;
