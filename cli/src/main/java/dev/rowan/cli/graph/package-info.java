/// `rowan graph`: draws a pipeline.
@NullMarked
package dev.rowan.cli.graph;

import org.jspecify.annotations.NullMarked;
