/// What the commands share: exit codes, failures, and how they find a pipeline and a landscape.
@NullMarked
package dev.rowan.cli.command;

import org.jspecify.annotations.NullMarked;
