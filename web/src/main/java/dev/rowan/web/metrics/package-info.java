/// Metrics for Prometheus, and whether the server is well.
@NullMarked
package dev.rowan.web.metrics;

import org.jspecify.annotations.NullMarked;
