/// What every simulated service has in common: endpoints, the dialect they speak, and what they are asked and answer.
@NullMarked
package dev.rowan.simulator.service;

import org.jspecify.annotations.NullMarked;
