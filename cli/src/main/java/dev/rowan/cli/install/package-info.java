/// `rowan install-api`: the libraries of Rowan as artifacts that a project can depend on.
@NullMarked
package dev.rowan.cli.install;

import org.jspecify.annotations.NullMarked;
