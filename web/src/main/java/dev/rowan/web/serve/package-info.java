/// Puts the page together and serves it.
@NullMarked
package dev.rowan.web.serve;

import org.jspecify.annotations.NullMarked;
