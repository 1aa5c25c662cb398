/// What a pipeline would send and what that would take, told before anything is sent.
@NullMarked
package dev.rowan.engine.plan;

import org.jspecify.annotations.NullMarked;
