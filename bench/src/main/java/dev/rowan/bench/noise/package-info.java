/// Rowan and other clients against a service that refuses requests at random, has outages, or has just started.
@NullMarked
package dev.rowan.bench.noise;

import org.jspecify.annotations.NullMarked;
