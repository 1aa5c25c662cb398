/// Parquet files as a format of sources and sinks, and as tables of exports. The library behind it is loaded when a
/// file is opened.
@NullMarked
package dev.rowan.parquet;

import org.jspecify.annotations.NullMarked;
