/// The rules that the whole of Rowan keeps, and its end-to-end tests.
@NullMarked
package dev.rowan.app;

import org.jspecify.annotations.NullMarked;
