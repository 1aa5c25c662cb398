/// Crash tests of runs whose calls go through batch services.
@NullMarked
package dev.rowan.chaos.batch;

import org.jspecify.annotations.NullMarked;
