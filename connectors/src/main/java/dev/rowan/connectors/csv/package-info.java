/// Comma-separated files as a source and as a sink.
@NullMarked
package dev.rowan.connectors.csv;

import org.jspecify.annotations.NullMarked;
