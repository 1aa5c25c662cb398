/// Pictures of pipelines: what stands in a file, laid out and drawn as SVG.
@NullMarked
package dev.rowan.web.diagram;

import org.jspecify.annotations.NullMarked;
