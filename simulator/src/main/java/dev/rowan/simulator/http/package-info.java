/// An HTTP/1.1 server on blocking sockets that can misbehave: resets, stalls, slow sends, wrong lengths.
@NullMarked
package dev.rowan.simulator.http;

import org.jspecify.annotations.NullMarked;
