/// YAML text to sections, with every problem found on the way.
@NullMarked
package dev.rowan.config;

import org.jspecify.annotations.NullMarked;
