/// The life of a row: its path, the result of each node, every call, and its inclusion proof.
@NullMarked
package dev.rowan.web.row;

import org.jspecify.annotations.NullMarked;
