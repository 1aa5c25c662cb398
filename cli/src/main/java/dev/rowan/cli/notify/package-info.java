/// Tells a command or an address what happens to a run: jobs that end, are held or have anomalies, the run's end.
@NullMarked
package dev.rowan.cli.notify;

import org.jspecify.annotations.NullMarked;
