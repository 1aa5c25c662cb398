/// Parses YAML into sections and collects every problem.
@NullMarked
package dev.rowan.config;

import org.jspecify.annotations.NullMarked;
