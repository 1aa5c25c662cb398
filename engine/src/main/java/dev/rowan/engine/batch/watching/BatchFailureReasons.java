package dev.rowan.engine.batch.watching;

import dev.rowan.api.batch.BatchStatus.Problem;
import dev.rowan.api.secret.Redaction;
import dev.rowan.engine.jobs.JobStep;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.stream.Collectors;

/// Why a batch failed as a whole, for display and for the rows that caused it.
public final class BatchFailureReasons {
    /// The maximum number of blamed items.
    public static final int MAX_REASONS = 100;

    private static final int SUMMARIZED = 3;

    private BatchFailureReasons() {}

    private static String summary(List<Problem> problems) {
        return problems.isEmpty()
                ? "the provider does not say why"
                : problems.stream()
                        .limit(SUMMARIZED)
                        .map(problem -> problem.code() + ": " + problem.message())
                        .collect(Collectors.joining("; "));
    }

    static JobStep.Failure of(List<Problem> problems, Redaction redaction) {
        var blamed = new LinkedHashMap<Integer, String>();
        problems.stream()
                .filter(problem -> problem.line().isPresent())
                .limit(MAX_REASONS)
                .forEach(problem -> blamed.put(problem.line().getAsInt() - 1, redaction.text(problem.message())));
        return new JobStep.Failure(redaction.text(summary(problems)), blamed);
    }
}
