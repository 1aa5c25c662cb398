/// The web page: a live run and the row table.
@NullMarked
package dev.rowan.bench.page;

import org.jspecify.annotations.NullMarked;
