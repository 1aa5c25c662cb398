/// Our Parquet files, read by independent readers.
@NullMarked
package dev.rowan.referees.parquet;

import org.jspecify.annotations.NullMarked;
