package dev.rowan.engine.resume;

import dev.rowan.api.Outcome;
import dev.rowan.landscape.LandscapeReader;
import dev.rowan.landscape.record.RunStart;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/// The settings of a run that retries rows of another one.
public final class Continuation {
    public static final String SUPERSEDES = "supersedes";
    /// The setting that names the replayed run.
    public static final String REPLAYS = "replays";

    private Continuation() {}

    /// The run whose rows it retries.
    public static Optional<String> parent(RunStart run) {
        return run.settings().get("continues") instanceof String parent ? Optional.of(parent) : Optional.empty();
    }

    /// The outcomes of the rows that it retries.
    public static Set<Outcome> outcomes(RunStart run) {
        return run.settings().get("retried") instanceof List<?> words
                ? Arrays.stream(Outcome.values())
                        .filter(outcome -> words.contains(outcome.word()))
                        .collect(Collectors.toSet())
                : Set.of(Outcome.FAILED, Outcome.INDETERMINATE);
    }

    /// The abandoned continuations of its parent: rows that ended there are not retried again.
    public static List<String> superseded(RunStart run) {
        return run.settings().get(SUPERSEDES) instanceof List<?> runs
                ? runs.stream().map(String::valueOf).toList()
                : List.of();
    }

    /// The continuations of `parent` that are abandoned, or will be by this request; latest first.
    public static List<String> abandoned(LandscapeReader reader, String parent, Set<String> requested) {
        return reader.runs().continuations(parent).stream()
                .filter(later -> requested.contains(later)
                        || reader.runs().summary(later).isAbandoned())
                .toList();
    }

    /// How often its rows went through in other runs.
    public static int generation(RunStart run) {
        return run.settings().get("generation") instanceof Number number ? number.intValue() : 0;
    }
}
