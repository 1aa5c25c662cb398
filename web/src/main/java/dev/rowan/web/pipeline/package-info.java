/// The page of a pipeline: its diagram, its settings, and its text with the problems next to their lines.
@NullMarked
package dev.rowan.web.pipeline;

import org.jspecify.annotations.NullMarked;
