/// What may go wrong with a reply, by name: in settings by chance, in a request's header for sure.
@NullMarked
package dev.rowan.simulator.fault;

import org.jspecify.annotations.NullMarked;
