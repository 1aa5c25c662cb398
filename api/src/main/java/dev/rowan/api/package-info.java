/// Rows, results and outcomes: the types that every other module uses.
@NullMarked
package dev.rowan.api;

import org.jspecify.annotations.NullMarked;
