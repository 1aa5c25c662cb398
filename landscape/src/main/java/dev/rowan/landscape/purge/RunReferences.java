package dev.rowan.landscape.purge;

import dev.rowan.landscape.LandscapeException;
import dev.rowan.landscape.LandscapeReader;
import dev.rowan.landscape.LandscapeUnreachableException;
import dev.rowan.landscape.history.RunSummary;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// Why the record of a run must stay: another run continues it or took answers of it, or it is the newest, whose number
/// the next run would get.
final class RunReferences {
    private final List<RunSummary> all;
    private final Map<String, String> users = new HashMap<>();

    /// `all` are the runs of the landscape, the newest first.
    RunReferences(LandscapeReader reader, List<RunSummary> all) {
        this.all = List.copyOf(all);
        for (RunSummary run : all) {
            Map<String, @Nullable Object> settings = settings(reader, run.runId());
            for (String setting : List.of("continues", "since")) {
                if (settings.get(setting) instanceof String other) {
                    users.put(other, run.runId());
                }
            }
        }
    }

    /// Nothing is known of a run whose values were deleted.
    private static Map<String, @Nullable Object> settings(LandscapeReader reader, String runId) {
        try {
            return reader.runs().declared(runId).settings();
        } catch (LandscapeUnreachableException down) {
            throw down;
        } catch (LandscapeException _) {
            return Map.of();
        }
    }

    Optional<String> to(RunSummary run) {
        String user = users.get(run.runId());
        if (user != null) {
            return Optional.of("run " + run.runId() + " has answers that run " + user
                    + " took or continues: delete that one first");
        }
        return all.getFirst().runId().equals(run.runId())
                ? Optional.of("run " + run.runId()
                        + " is the newest of its landscape: its record can be deleted after the next run; without"
                        + " --records its values can be deleted now")
                : Optional.empty();
    }
}
