/// `preview` and `estimate`: dry runs of a pipeline.
@NullMarked
package dev.rowan.cli.plan;

import org.jspecify.annotations.NullMarked;
