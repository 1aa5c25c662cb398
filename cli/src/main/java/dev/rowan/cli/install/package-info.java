/// `rowan install-api`: installs Rowan's libraries for Maven and Gradle projects.
@NullMarked
package dev.rowan.cli.install;

import org.jspecify.annotations.NullMarked;
