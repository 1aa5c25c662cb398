/// Figures as people read them.
@NullMarked
package dev.rowan.web.text;

import org.jspecify.annotations.NullMarked;
