/// What a screen of the page is, and what it is made with.
@NullMarked
package dev.rowan.web.screen;

import org.jspecify.annotations.NullMarked;
