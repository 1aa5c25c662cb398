package dev.rowan.engine.batch;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// Lines of results that belong to no item: how many, and where the first few stand. Nothing of what they say
/// is kept here. Owned by one thread.
final class ResultAnomalies {
    private static final int EXAMPLES = 5;

    private final List<@Nullable Object> examples = new ArrayList<>();
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

    Map<String, @Nullable Object> fact() {
        var fact = new LinkedHashMap<String, @Nullable Object>();
        fact.put("duplicate", duplicate);
        fact.put("unknown", unknown);
        fact.put("malformed", malformed);
        fact.put("examples", List.copyOf(examples.stream().map(String::valueOf).toList()));
        return fact;
    }
}
