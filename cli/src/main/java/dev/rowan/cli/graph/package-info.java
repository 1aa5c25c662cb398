/// `rowan graph`: a pipeline as a picture.
@NullMarked
package dev.rowan.cli.graph;

import org.jspecify.annotations.NullMarked;
