/// HTML elements that escape their content.
@NullMarked
package dev.rowan.web.html;

import org.jspecify.annotations.NullMarked;
