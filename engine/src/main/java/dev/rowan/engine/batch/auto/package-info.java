/// When calls go through a batch service and when in real time, by deadline and price.
@NullMarked
package dev.rowan.engine.batch.auto;

import org.jspecify.annotations.NullMarked;
