/// Assembles the web page from its screens and serves it.
@NullMarked
package dev.rowan.web.serve;

import org.jspecify.annotations.NullMarked;
