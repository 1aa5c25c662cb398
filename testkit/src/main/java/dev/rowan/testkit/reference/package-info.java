/// Parses the plugin reference in `docs/`, so that tests can compare it with the plugins.
@NullMarked
package dev.rowan.testkit.reference;

import org.jspecify.annotations.NullMarked;
