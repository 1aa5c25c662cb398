/// When the next request may go: laws that find a service's limit, as functions of events and their times.
@NullMarked
package dev.rowan.engine.throttle;

import org.jspecify.annotations.NullMarked;
