/// Sink `http`: rows as requests to a service.
@NullMarked
package dev.rowan.connectors.http;

import org.jspecify.annotations.NullMarked;
