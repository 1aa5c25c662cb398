/// What the landscape tells people: runs, counts, and the life story of a row.
@NullMarked
package dev.rowan.landscape.history;

import org.jspecify.annotations.NullMarked;
