/// The audited HTTP client: one exchange is one send, within one deadline, to allowed hosts.
@NullMarked
package dev.rowan.providers.http;

import org.jspecify.annotations.NullMarked;
