package dev.rowan.engine.batch.settling;

import dev.rowan.engine.jobs.StrayLines;
import java.util.ArrayList;
import java.util.List;

/// Result lines that belong to no item: their number, and the positions of the first few. Their content is not
/// kept. Owned by one thread.
final class ResultAnomalies {
    private static final int EXAMPLES = 5;

    private final List<String> examples = new ArrayList<>();
    private long duplicate;
    private long unknown;
    private long malformed;

    /// A second line for an id.
    void duplicate(String place) {
        duplicate++;
        example("duplicate", place);
    }

    /// A line with an id that is not the job's.
    void unknown(String place) {
        unknown++;
        example("unknown", place);
    }

    /// A line that is unreadable or too long.
    void malformed(String place) {
        malformed++;
        example("malformed", place);
    }

    private void example(String kind, String place) {
        if (examples.size() < EXAMPLES) {
            examples.add(kind + " " + place);
        }
    }

    StrayLines toStrayLines() {
        return new StrayLines(duplicate, unknown, malformed, examples);
    }
}
