/// CSV as a source and a sink.
@NullMarked
package dev.rowan.connectors.csv;

import org.jspecify.annotations.NullMarked;
