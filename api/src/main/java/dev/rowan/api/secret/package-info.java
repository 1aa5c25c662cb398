/// Secrets: values that cannot print themselves, where they come from, and how they are kept out of every text.
@NullMarked
package dev.rowan.api.secret;

import org.jspecify.annotations.NullMarked;
