/// The description of the JSON API, as OpenAPI and as a page.
@NullMarked
package dev.rowan.web.openapi;

import org.jspecify.annotations.NullMarked;
