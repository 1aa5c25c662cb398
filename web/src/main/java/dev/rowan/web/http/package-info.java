/// The HTTP server: access, requests and responses.
@NullMarked
package dev.rowan.web.http;

import org.jspecify.annotations.NullMarked;
