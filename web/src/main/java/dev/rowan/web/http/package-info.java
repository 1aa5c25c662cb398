/// The server: who may ask, what was asked, and what is answered.
@NullMarked
package dev.rowan.web.http;

import org.jspecify.annotations.NullMarked;
