/// Pipelines built and run from Java code.
@NullMarked
package dev.rowan.engine.builder;

import org.jspecify.annotations.NullMarked;
