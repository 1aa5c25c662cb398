/// `rowan tune`: control requests to a running run.
@NullMarked
package dev.rowan.cli.tune;

import org.jspecify.annotations.NullMarked;
