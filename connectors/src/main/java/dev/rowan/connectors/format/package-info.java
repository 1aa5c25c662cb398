/// The formats for sources and sinks on any storage, chosen by the key `format`.
@NullMarked
package dev.rowan.connectors.format;

import org.jspecify.annotations.NullMarked;
