/// Fault injection points for crash tests.
@NullMarked
package dev.rowan.engine.fault;

import org.jspecify.annotations.NullMarked;
