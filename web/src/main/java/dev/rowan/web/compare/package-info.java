/// Two runs side by side: their totals, their configuration, and the rows whose result is another.
@NullMarked
package dev.rowan.web.compare;

import org.jspecify.annotations.NullMarked;
