/// What every simulated service has in common: endpoints, dialects, and what is asked and answered.
@NullMarked
package dev.rowan.simulator.service;

import org.jspecify.annotations.NullMarked;
