package dev.rowan.landscape.record;

import dev.rowan.api.Row;
import java.time.Instant;
import java.time.format.DateTimeParseException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// An outage of a service, as recorded by a run: [#DOWN_NOTE] when it begins, or when the run ends first, and
/// [#UP_NOTE] when the service is back.
///
/// `service` is an address, `why` the error of the last request. `until` is empty during the outage; `isBack` tells
/// whether it ended with the service's return, not with the run.
public record ServiceOutage(String service, Instant since, Optional<Instant> until, boolean isBack, String why) {
    public static final String DOWN_NOTE = "service_down";
    public static final String UP_NOTE = "service_up";
    public static final Set<String> NOTES = Set.of(DOWN_NOTE, UP_NOTE);

    public ServiceOutage endedAt(Instant end, boolean back) {
        return new ServiceOutage(service, since, Optional.of(end), back, why);
    }

    /// Whether the service was unreachable at some time between these two.
    public boolean overlaps(Instant from, Instant to) {
        return !since.isAfter(to) && until.map(end -> !end.isBefore(from)).orElse(true);
    }

    /// As values for the record.
    public Map<String, @Nullable Object> facts() {
        return Row.of("service", service)
                .with("since", since.toString())
                .with("until", until.map(Instant::toString).orElse(null))
                .with("back", isBack)
                .with("why", why)
                .asMap();
    }

    /// Parses the outages in these facts, in order of their start. Later notes override earlier ones.
    public static List<ServiceOutage> of(List<Map<String, @Nullable Object>> notes) {
        var outages = new LinkedHashMap<List<Object>, ServiceOutage>();
        for (Map<String, @Nullable Object> facts : notes) {
            time(facts.get("since")).ifPresent(since -> {
                var outage = new ServiceOutage(
                        String.valueOf(facts.get("service")),
                        since,
                        time(facts.get("until")),
                        Boolean.TRUE.equals(facts.get("back")),
                        String.valueOf(facts.get("why")));
                outages.put(List.of(outage.service(), since), outage);
            });
        }
        return new ArrayList<>(outages.values());
    }

    private static Optional<Instant> time(@Nullable Object value) {
        try {
            return value instanceof String text ? Optional.of(Instant.parse(text)) : Optional.empty();
        } catch (DateTimeParseException _) {
            return Optional.empty();
        }
    }
}
