/// Metrics for Prometheus, and the health check.
@NullMarked
package dev.rowan.web.metrics;

import org.jspecify.annotations.NullMarked;
