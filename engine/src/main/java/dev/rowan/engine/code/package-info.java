/// Pipelines built and run from Java code.
@NullMarked
package dev.rowan.engine.code;

import org.jspecify.annotations.NullMarked;
