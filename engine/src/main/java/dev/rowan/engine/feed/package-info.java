/// Where the rows of a run come from: the source, or the record of an earlier process or run.
@NullMarked
package dev.rowan.engine.feed;

import org.jspecify.annotations.NullMarked;
