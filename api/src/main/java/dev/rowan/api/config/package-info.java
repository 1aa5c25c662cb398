/// Settings: a tree with locations, options that describe keys, and sections that read them.
@NullMarked
package dev.rowan.api.config;

import org.jspecify.annotations.NullMarked;
