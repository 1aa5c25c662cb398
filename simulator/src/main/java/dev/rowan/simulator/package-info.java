/// The provider simulator: a real HTTP server with the providers' APIs, with faults, limits and a bill.
@NullMarked
package dev.rowan.simulator;

import org.jspecify.annotations.NullMarked;
