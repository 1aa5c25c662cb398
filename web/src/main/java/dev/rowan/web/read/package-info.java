/// Readers of the landscape, lent to requests.
@NullMarked
package dev.rowan.web.read;

import org.jspecify.annotations.NullMarked;
