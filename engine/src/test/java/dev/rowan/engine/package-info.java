/// What the tests of all packages here share.
@NullMarked
package dev.rowan.engine;

import org.jspecify.annotations.NullMarked;
