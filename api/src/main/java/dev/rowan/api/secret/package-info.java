/// Secrets: values that cannot be printed, their sources, and their redaction.
@NullMarked
package dev.rowan.api.secret;

import org.jspecify.annotations.NullMarked;
