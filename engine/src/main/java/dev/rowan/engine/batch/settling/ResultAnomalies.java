package dev.rowan.engine.batch.settling;

import dev.rowan.engine.jobs.StrayLines;
import java.util.ArrayList;
import java.util.List;

/// Lines of results that belong to no item: how many, and where the first few stand. Nothing of what they say
/// is kept here. Owned by one thread.
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

    /// A line with an id that is none of the job's.
    void unknown(String place) {
        unknown++;
        example("unknown", place);
    }

    /// A line that cannot be read, or is too long.
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
