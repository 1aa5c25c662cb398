/// Text as a source, by lines, paragraphs or files, and as a sink.
@NullMarked
package dev.rowan.connectors.text;

import org.jspecify.annotations.NullMarked;
