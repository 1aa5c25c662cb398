/// Batch services of providers.
@NullMarked
package dev.rowan.api.batch;

import org.jspecify.annotations.NullMarked;
