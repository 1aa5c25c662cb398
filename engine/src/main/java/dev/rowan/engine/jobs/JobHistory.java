package dev.rowan.engine.jobs;

import dev.rowan.landscape.JobQueries.BatchStep;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/// The steps of a job for display: consecutive polls are merged.
public record JobHistory(List<Moment> moments) {
    private static final String POLLED = "polled";

    public JobHistory {
        moments = List.copyOf(moments);
    }

    /// A step, or the last of several polls.
    public record Moment(BatchStep step, int times) {

        /// `polled ×3`
        public String text() {
            return step.step() + (times > 1 ? " ×" + times : "");
        }

        /// A short summary of its facts.
        public String remark() {
            JobFacts facts = JobFacts.of(step.facts());
            return Stream.of(
                            facts.text("word"),
                            facts.text("why"),
                            facts.text("batch_id"),
                            facts.text("by").map(by -> "by " + by))
                    .flatMap(Optional::stream)
                    .collect(Collectors.joining(", "));
        }
    }

    public static JobHistory of(List<BatchStep> steps) {
        var moments = new ArrayList<Moment>();
        for (BatchStep step : steps) {
            boolean again = step.step().equals(POLLED)
                    && !moments.isEmpty()
                    && moments.getLast().step().step().equals(POLLED);
            int times = again ? moments.removeLast().times() + 1 : 1;
            moments.add(new Moment(step, times));
        }
        return new JobHistory(moments);
    }
}
