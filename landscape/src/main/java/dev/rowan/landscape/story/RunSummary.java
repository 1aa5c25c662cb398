package dev.rowan.landscape.story;

import dev.rowan.api.Outcome;
import java.time.Instant;
import java.util.Map;
import java.util.Optional;

/// A run as a line of `rowan runs` and the body of `rowan status`.
///
/// `status` is the word of [dev.rowan.landscape.record.RunEnd.Status], or `running` while no end is recorded; then
/// `lastEvent` tells how long ago it gave a sign of life. `outcomes` counts tokens; rows read without an outcome are
/// `rowsRead` minus `rowsEnded`.
public record RunSummary(
        String runId,
        String name,
        String status,
        Optional<String> why,
        Instant started,
        Optional<Instant> ended,
        Instant lastEvent,
        long rowsRead,
        long rowsEnded,
        Map<Outcome, Long> outcomes,
        Map<String, Long> sinkRows,
        Map<String, Long> reasons,
        String source,
        Optional<String> pipelineFile,
        String rowanVersion,
        String operator,
        long events,
        String root) {}
