/// The views of runs, transforms, rows, calls and jobs that the command line, the page, the API and telemetry share:
/// their figures, their JSON and the texts of numbers.
@NullMarked
package dev.rowan.engine.report;

import org.jspecify.annotations.NullMarked;
