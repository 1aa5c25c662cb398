/// Fault injection points for crash tests and `rowan chaos`.
@NullMarked
package dev.rowan.api.fault;

import org.jspecify.annotations.NullMarked;
