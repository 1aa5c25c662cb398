/// Tests of the page in a real browser, over a landscape that the real engine made.
@NullMarked
package dev.rowan.browser;

import org.jspecify.annotations.NullMarked;
