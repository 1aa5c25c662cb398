/// Rate limiting: one pacer per service and credential, and pools of requests that pass through it.
@NullMarked
package dev.rowan.engine.pool;

import org.jspecify.annotations.NullMarked;
