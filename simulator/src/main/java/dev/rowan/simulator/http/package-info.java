/// An HTTP/1.1 server on blocking sockets that can misbehave: it resets at any byte, stalls, dribbles and lies.
@NullMarked
package dev.rowan.simulator.http;

import org.jspecify.annotations.NullMarked;
