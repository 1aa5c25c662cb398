/// What the tests of pages have in common: a page over a landscape, asked over real HTTP.
@NullMarked
package dev.rowan.web.site;

import org.jspecify.annotations.NullMarked;
