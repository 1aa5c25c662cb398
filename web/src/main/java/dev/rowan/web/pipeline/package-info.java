/// The page of a pipeline: its picture, its settings, its text with the problems next to their lines.
@NullMarked
package dev.rowan.web.pipeline;

import org.jspecify.annotations.NullMarked;
