/// `rowan simulate`: the provider simulator in the foreground.
@NullMarked
package dev.rowan.cli.simulate;

import org.jspecify.annotations.NullMarked;
