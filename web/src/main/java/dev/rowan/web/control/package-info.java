/// Orders to a run that works, and what was changed by them.
@NullMarked
package dev.rowan.web.control;

import org.jspecify.annotations.NullMarked;
