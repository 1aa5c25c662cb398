package dev.rowan.engine.output;

import dev.rowan.api.plugin.Sink;

/// Where an opened sink starts.
///
/// @param recorded its mark on record
/// @param found the mark that it found, which may be ahead of the record
public record SinkStart(Sink.Mark recorded, Sink.Mark found) {}
