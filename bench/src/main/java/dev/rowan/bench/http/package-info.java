/// The audited HTTP client beside other clients.
@NullMarked
package dev.rowan.bench.http;

import org.jspecify.annotations.NullMarked;
