/// Shared fixtures of page tests: a site over a landscape, over HTTP.
@NullMarked
package dev.rowan.web.site;

import org.jspecify.annotations.NullMarked;
