/// The interface of screens and their dependencies.
@NullMarked
package dev.rowan.web.screen;

import org.jspecify.annotations.NullMarked;
