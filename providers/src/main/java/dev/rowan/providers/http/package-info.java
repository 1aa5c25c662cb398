/// The audited HTTP client: one exchange is one send, within one deadline, to hosts that are allowed.
@NullMarked
package dev.rowan.providers.http;

import org.jspecify.annotations.NullMarked;
