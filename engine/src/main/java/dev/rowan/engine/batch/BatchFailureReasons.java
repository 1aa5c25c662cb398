package dev.rowan.engine.batch;

import dev.rowan.api.batch.BatchStatus.Problem;
import dev.rowan.api.secret.Redaction;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/// Why a batch failed as a whole, for people and for the rows that are to blame.
final class BatchFailureReasons {
    /// How many items are blamed at most.
    static final int MAX_REASONS = 100;

    private static final int TOLD = 3;

    private BatchFailureReasons() {}

    static String told(List<Problem> problems) {
        return problems.isEmpty()
                ? "the provider does not say why"
                : problems.stream()
                        .limit(TOLD)
                        .map(problem -> problem.code() + ": " + problem.message())
                        .collect(Collectors.joining("; "));
    }

    /// The items to blame, each with its message: the first hundred.
    static Map<String, @Nullable Object> blamed(List<Problem> problems, Redaction redaction) {
        var blamed = new LinkedHashMap<String, @Nullable Object>();
        problems.stream()
                .filter(problem -> problem.line().isPresent())
                .limit(MAX_REASONS)
                .forEach(problem ->
                        blamed.put(Integer.toString(problem.line().getAsInt() - 1), redaction.text(problem.message())));
        return blamed;
    }
}
