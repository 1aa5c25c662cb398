/// The reference interpreter of pipelines as graphs, and random graphs to hold the engine against it.
@NullMarked
package dev.rowan.testkit.graph;

import org.jspecify.annotations.NullMarked;
