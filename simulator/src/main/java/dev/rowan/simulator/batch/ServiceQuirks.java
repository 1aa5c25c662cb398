package dev.rowan.simulator.batch;

import dev.rowan.api.config.Option;
import dev.rowan.api.config.Section;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/// How a service tells of its files and jobs: how late, for how long, and in which of the documented spellings.
public record ServiceQuirks(
        Duration listLag,
        Duration getLag,
        Duration fileLag,
        Optional<Duration> kept,
        Set<Azure> azure,
        boolean jobState,
        boolean absentIds) {

    /// Where Azure OpenAI's documentation shows something else than OpenAI's.
    public enum Azure {
        CAPITALISED_STATUS,
        ISO_TIMES,
        NULL_COUNTS,
        NULL_ENDPOINT,
        VALUE_LIST
    }

    static final Option<Duration> LIST_LAG = Option.durationOrZero("list_lag")
            .orElse(Duration.ZERO)
            .describedAs("how long a new job is missing from lists");
    static final Option<Duration> GET_LAG = Option.durationOrZero("get_lag")
            .orElse(Duration.ZERO)
            .describedAs("how long a new job is not found by its id");
    static final Option<Duration> FILE_LAG = Option.durationOrZero("file_lag")
            .orElse(Duration.ZERO)
            .describedAs("how long a new file cannot be used by a job");
    static final Option<Duration> KEPT = Option.duration("kept")
            .optional()
            .describedAs("how long results are kept; the provider's own time when absent");
    static final Option<List<String>> AZURE = Option.texts("azure", ServiceQuirks::problem)
            .orElse(List.of())
            .describedAs("deviations of Azure OpenAI: " + names());
    static final Option<Boolean> JOB_STATE = Option.bool("job_state")
            .orElse(false)
            .describedAs("whether Gemini's states are JOB_STATE_ and not BATCH_STATE_");
    static final Option<Boolean> ABSENT_IDS = Option.bool("absent_ids")
            .orElse(false)
            .describedAs("whether ids of files that do not exist are left out and not null");

    static final ServiceQuirks DEFAULT =
            new ServiceQuirks(Duration.ZERO, Duration.ZERO, Duration.ZERO, Optional.empty(), Set.of(), false, false);

    public ServiceQuirks {
        azure = Set.copyOf(azure);
    }

    static ServiceQuirks read(Section section) {
        return new ServiceQuirks(
                section.get(LIST_LAG),
                section.get(GET_LAG),
                section.get(FILE_LAG),
                section.find(KEPT),
                section.get(AZURE).stream().flatMap(ServiceQuirks::azure).collect(Collectors.toUnmodifiableSet()),
                section.get(JOB_STATE),
                section.get(ABSENT_IDS));
    }

    private static Stream<Azure> azure(String word) {
        return Stream.of(Azure.values())
                .filter(one -> one.name().toLowerCase(Locale.ROOT).equals(word));
    }

    private static Optional<String> problem(String word) {
        return azure(word).findFirst().isPresent() ? Optional.empty() : Optional.of("must be one of " + names());
    }

    private static String names() {
        return Stream.of(Azure.values())
                .map(one -> one.name().toLowerCase(Locale.ROOT))
                .collect(Collectors.joining(", "));
    }
}
