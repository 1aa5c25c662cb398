/// `rowan runs` and `rowan status`: the runs that a landscape holds.
@NullMarked
package dev.rowan.cli.history;

import org.jspecify.annotations.NullMarked;
