/// `rowan simulate`: the provider simulator as a process.
@NullMarked
package dev.rowan.cli.simulate;

import org.jspecify.annotations.NullMarked;
