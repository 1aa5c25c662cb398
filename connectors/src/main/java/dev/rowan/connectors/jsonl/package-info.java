/// Files with one JSON object per line as a source and as a sink.
@NullMarked
package dev.rowan.connectors.jsonl;

import org.jspecify.annotations.NullMarked;
