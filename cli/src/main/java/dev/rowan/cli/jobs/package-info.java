/// Jobs of batch services in words, tables and JSON, as their recorded facts tell them.
@NullMarked
package dev.rowan.cli.jobs;

import org.jspecify.annotations.NullMarked;
