/// Downloads the results of a batch and records the end of every item.
@NullMarked
package dev.rowan.engine.batch.settling;

import org.jspecify.annotations.NullMarked;
