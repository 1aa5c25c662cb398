/// Reordering of finished rows.
@NullMarked
package dev.rowan.engine.order;

import org.jspecify.annotations.NullMarked;
