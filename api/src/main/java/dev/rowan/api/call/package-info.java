/// One request over the wire and what came of it: plain data, with the one interface that sends.
@NullMarked
package dev.rowan.api.call;

import org.jspecify.annotations.NullMarked;
