/// Rows that wait for their turn to leave.
@NullMarked
package dev.rowan.engine.order;

import org.jspecify.annotations.NullMarked;
