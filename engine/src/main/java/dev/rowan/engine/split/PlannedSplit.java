package dev.rowan.engine.split;

import dev.rowan.landscape.record.SplitRange;
import java.util.Optional;

/// A split and where it starts: in the source of this name, if it has one, at `start` in the source's own form;
/// empty for the beginning of a source that cannot be split.
public record PlannedSplit(SplitRange range, Optional<String> source, Optional<String> start) {}
