/// Model calls through a pipeline, beside bare clients, and what they write to disk.
@NullMarked
package dev.rowan.bench.calls;

import org.jspecify.annotations.NullMarked;
