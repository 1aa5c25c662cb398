/// Adaptive rate limiting: throttles that find a service's limit, as functions of timed events.
@NullMarked
package dev.rowan.engine.throttle;

import org.jspecify.annotations.NullMarked;
