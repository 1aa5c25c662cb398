/// Batch jobs as text, tables and JSON.
@NullMarked
package dev.rowan.cli.jobs;

import org.jspecify.annotations.NullMarked;
