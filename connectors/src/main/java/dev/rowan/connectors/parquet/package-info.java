/// Parquet files of flat tables, written without a library; see docs/dependencies.md for why.
@NullMarked
package dev.rowan.connectors.parquet;

import org.jspecify.annotations.NullMarked;
