package dev.rowan.web.record;

import dev.rowan.engine.report.RecordedHistory;
import dev.rowan.landscape.Head;
import dev.rowan.landscape.history.RunSummary;
import dev.rowan.landscape.record.RunStart;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// The record of a run.
record RunRecordView(
        RunSummary run,
        RunStart declared,
        List<Map<String, @Nullable Object>> resumes,
        RecordedHistory history,
        Head head) {}
