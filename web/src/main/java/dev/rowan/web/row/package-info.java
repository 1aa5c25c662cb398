/// The life of a row: the way it took, what each node made of it, every call, and the proof that it is on
/// record.
@NullMarked
package dev.rowan.web.row;

import org.jspecify.annotations.NullMarked;
