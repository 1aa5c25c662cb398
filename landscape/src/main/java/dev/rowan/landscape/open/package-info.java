/// Opens landscapes by address.
@NullMarked
package dev.rowan.landscape.open;

import org.jspecify.annotations.NullMarked;
