package dev.rowan.web.record;

import dev.rowan.landscape.Head;
import dev.rowan.landscape.history.RunSummary;
import dev.rowan.landscape.record.RunStart;
import dev.rowan.web.run.RecordedHistory;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// What the landscape has on record of a run as a whole.
record RunRecordView(
        RunSummary run,
        RunStart declared,
        List<Map<String, @Nullable Object>> resumes,
        RecordedHistory told,
        Head head) {}
