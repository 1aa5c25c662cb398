/// What goes beside a run for those who watch it: the page, metrics, telemetry, a log.
@NullMarked
package dev.rowan.cli.observe;

import org.jspecify.annotations.NullMarked;
