/// `rowan verify`: verifies record, rules, heads and sinks of a run.
@NullMarked
package dev.rowan.cli.verify;

import org.jspecify.annotations.NullMarked;
