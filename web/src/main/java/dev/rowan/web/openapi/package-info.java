/// The OpenAPI description of the JSON API, and its page.
@NullMarked
package dev.rowan.web.openapi;

import org.jspecify.annotations.NullMarked;
