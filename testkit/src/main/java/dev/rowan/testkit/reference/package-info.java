/// The plugin reference, to be compared with the plugins themselves.
@NullMarked
package dev.rowan.testkit.reference;

import org.jspecify.annotations.NullMarked;
