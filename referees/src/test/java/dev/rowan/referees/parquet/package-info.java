/// Others' readers of the Parquet files that we write.
@NullMarked
package dev.rowan.referees.parquet;

import org.jspecify.annotations.NullMarked;
