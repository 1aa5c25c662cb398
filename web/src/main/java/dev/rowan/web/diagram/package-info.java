/// Diagrams of pipelines as SVG.
@NullMarked
package dev.rowan.web.diagram;

import org.jspecify.annotations.NullMarked;
