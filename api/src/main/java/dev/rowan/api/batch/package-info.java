/// The batch services of providers: what they take, how they are asked, and what comes back.
@NullMarked
package dev.rowan.api.batch;

import org.jspecify.annotations.NullMarked;
