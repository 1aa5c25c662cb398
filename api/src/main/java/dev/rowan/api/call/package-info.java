/// Requests, replies and the interface that sends them.
@NullMarked
package dev.rowan.api.call;

import org.jspecify.annotations.NullMarked;
