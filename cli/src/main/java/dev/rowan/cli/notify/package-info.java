/// Notifications about a run by command or webhook: jobs that end, are held or have anomalies, the run's end.
@NullMarked
package dev.rowan.cli.notify;

import org.jspecify.annotations.NullMarked;
