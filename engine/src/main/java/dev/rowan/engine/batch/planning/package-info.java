/// Collects parked calls of a node and plans jobs of them, within size limits and provider quotas.
@NullMarked
package dev.rowan.engine.batch.planning;

import org.jspecify.annotations.NullMarked;
