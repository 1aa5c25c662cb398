/// A pipeline as a directed acyclic graph: nodes, edges, and where tokens go.
@NullMarked
package dev.rowan.engine.graph;

import org.jspecify.annotations.NullMarked;
