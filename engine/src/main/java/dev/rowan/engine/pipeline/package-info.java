/// The pipeline as typed parts, assembled from settings and plugins.
@NullMarked
package dev.rowan.engine.pipeline;

import org.jspecify.annotations.NullMarked;
