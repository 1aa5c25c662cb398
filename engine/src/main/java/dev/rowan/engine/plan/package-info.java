/// Dry runs: the requests of a pipeline and a forecast of cost and time.
@NullMarked
package dev.rowan.engine.plan;

import org.jspecify.annotations.NullMarked;
