@NullMarked
package dev.rowan.expressions;

import org.jspecify.annotations.NullMarked;
