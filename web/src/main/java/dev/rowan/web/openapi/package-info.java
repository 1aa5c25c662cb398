/// The JSON API described: for programs as an OpenAPI file, for people as a page.
@NullMarked
package dev.rowan.web.openapi;

import org.jspecify.annotations.NullMarked;
