/// Shared by the commands: exit codes, failures, pipeline and landscape lookup.
@NullMarked
package dev.rowan.cli.command;

import org.jspecify.annotations.NullMarked;
