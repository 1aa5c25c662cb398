/// Model calls through a pipeline, against plain clients, and their writes to disk.
@NullMarked
package dev.rowan.bench.calls;

import org.jspecify.annotations.NullMarked;
