/// The transforms that come with Rowan; each sees `dev.rowan.api` alone.
@NullMarked
package dev.rowan.transforms;

import org.jspecify.annotations.NullMarked;
