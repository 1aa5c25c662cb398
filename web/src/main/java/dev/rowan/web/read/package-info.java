/// A pool of landscape readers, for requests.
@NullMarked
package dev.rowan.web.read;

import org.jspecify.annotations.NullMarked;
