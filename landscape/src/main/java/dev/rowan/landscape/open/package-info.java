/// The way in: a landscape by its address.
@NullMarked
package dev.rowan.landscape.open;

import org.jspecify.annotations.NullMarked;
