/// Files shared by sources and sinks: reading in records of bounded size, writing in complete lines.
@NullMarked
package dev.rowan.connectors.file;

import org.jspecify.annotations.NullMarked;
