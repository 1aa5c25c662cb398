/// CEL expressions over rows: compiled and type-checked before a run, evaluated for each row.
@NullMarked
package dev.rowan.expressions;

import org.jspecify.annotations.NullMarked;
