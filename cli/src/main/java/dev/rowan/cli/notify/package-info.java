/// Tells a command or an address what happens to a run: jobs that end or are held, the run's end.
@NullMarked
package dev.rowan.cli.notify;

import org.jspecify.annotations.NullMarked;
