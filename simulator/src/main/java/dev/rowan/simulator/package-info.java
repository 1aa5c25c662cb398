/// The provider simulator: a real HTTP server that speaks like the providers, with faults, limits and a bill.
@NullMarked
package dev.rowan.simulator;

import org.jspecify.annotations.NullMarked;
