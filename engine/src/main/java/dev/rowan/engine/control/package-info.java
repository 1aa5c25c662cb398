/// A run that tells how it goes while it works, and takes orders.
@NullMarked
package dev.rowan.engine.control;

import org.jspecify.annotations.NullMarked;
