/// The throttles against services with hidden limits, mostly in simulated time.
@NullMarked
package dev.rowan.bench.controller;

import org.jspecify.annotations.NullMarked;
