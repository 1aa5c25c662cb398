/// Shared by all simulated services: endpoints, dialects, requests and results.
@NullMarked
package dev.rowan.simulator.service;

import org.jspecify.annotations.NullMarked;
