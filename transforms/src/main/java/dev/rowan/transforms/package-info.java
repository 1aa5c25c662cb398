/// The transforms that come with Rowan; each sees only `dev.rowan.api` and `dev.rowan.expressions`.
@NullMarked
package dev.rowan.transforms;

import org.jspecify.annotations.NullMarked;
