/// Sources and sinks against plain loops over the same libraries.
@NullMarked
package dev.rowan.bench.connectors;

import org.jspecify.annotations.NullMarked;
