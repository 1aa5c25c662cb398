/// The audited HTTP client against other clients.
@NullMarked
package dev.rowan.bench.http;

import org.jspecify.annotations.NullMarked;
