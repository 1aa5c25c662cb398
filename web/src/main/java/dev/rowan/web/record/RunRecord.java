package dev.rowan.web.record;

import dev.rowan.landscape.Head;
import dev.rowan.landscape.record.RunStart;
import dev.rowan.landscape.story.RunSummary;
import dev.rowan.web.run.Told;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// What the landscape has on record of a run as a whole.
record RunRecord(
        RunSummary run, RunStart declared, List<Map<String, @Nullable Object>> resumes, Told told, Head head) {}
