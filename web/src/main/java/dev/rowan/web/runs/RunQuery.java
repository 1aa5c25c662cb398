package dev.rowan.web.runs;

import dev.rowan.engine.report.RunReport;
import dev.rowan.landscape.history.RunSummary;
import dev.rowan.web.html.Href;
import dev.rowan.web.http.WebRequest;
import dev.rowan.web.http.WebRequestException;
import java.time.DateTimeException;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Collectors;

/// The query of the runs list: `search` is part of a name or id, `since` a date or time.
record RunQuery(
        Optional<String> search, Optional<String> status, Optional<String> since, Sort sort, boolean rising, int page) {
    static final int ON_A_PAGE = 50;
    static final List<String> STATES =
            List.of("running", "waiting", "completed", "interrupted", "limited", "failed", "killed", "abandoned");

    /// The sort keys.
    enum Sort {
        STARTED(Comparator.comparing(one -> one.run().started())),
        NAME(Comparator.comparing(one -> one.run().name().toLowerCase(Locale.ROOT))),
        ROWS(Comparator.comparingLong(one -> one.run().rowsEnded())),
        SPEND(Comparator.comparing(report -> report.spent().counted())),
        DURATION(Comparator.comparing(RunReport::duration));

        private final Comparator<RunReport> order;

        Sort(Comparator<RunReport> order) {
            this.order = order;
        }

        String word() {
            return name().toLowerCase(Locale.ROOT);
        }

        /// Whether it is sorted ascending by default.
        boolean risesFirst() {
            return this == NAME;
        }
    }

    static RunQuery of(WebRequest request) {
        Sort sort = request.query("sort").map(RunQuery::sort).orElse(Sort.STARTED);
        boolean rising = request.query("dir").map("asc"::equals).orElse(sort.risesFirst());
        long page = Math.clamp(request.queryNumber("page").orElse(1), 1, 1_000_000);
        var query = new RunQuery(
                request.query("q").map(String::strip),
                request.query("status"),
                request.query("since").map(String::strip),
                sort,
                rising,
                (int) page);
        query.from();
        return query;
    }

    private static Sort sort(String word) {
        return Arrays.stream(Sort.values())
                .filter(one -> one.word().equals(word))
                .findFirst()
                .orElseThrow(() -> new WebRequestException(
                        400,
                        "'sort' must be one of "
                                + Arrays.stream(Sort.values()).map(Sort::word).collect(Collectors.joining(", "))
                                + ", got '" + word + "'"));
    }

    private Optional<Instant> from() {
        return since.map(word -> {
            try {
                return word.contains("T")
                        ? Instant.parse(word)
                        : LocalDate.parse(word).atStartOfDay(ZoneOffset.UTC).toInstant();
            } catch (DateTimeException _) {
                throw new WebRequestException(
                        400,
                        "'since' must be a date such as 2026-11-15 or a time such as 2026-11-15T08:30:00Z, got '" + word
                                + "'");
            }
        });
    }

    boolean fits(RunSummary run) {
        return search.map(part -> contains(run.name(), part) || contains(run.runId(), part))
                        .orElse(true)
                && status.map(run.status()::equals).orElse(true)
                && from().map(from -> !run.started().isBefore(from)).orElse(true);
    }

    private static boolean contains(String text, String part) {
        return text.toLowerCase(Locale.ROOT).contains(part.toLowerCase(Locale.ROOT));
    }

    /// The matching runs in order; ties are broken by the newest first.
    List<RunReport> pick(List<RunReport> all) {
        Comparator<RunReport> order = rising ? sort.order : sort.order.reversed();
        return all.stream()
                .filter(one -> fits(one.run()))
                .sorted(order.thenComparing(one -> one.run().runId(), Comparator.reverseOrder()))
                .toList();
    }

    List<RunReport> onPage(List<RunReport> picked) {
        int from = Math.min((page - 1) * ON_A_PAGE, picked.size());
        return picked.subList(from, Math.min(from + ON_A_PAGE, picked.size()));
    }

    RunQuery sortedBy(Sort other) {
        return new RunQuery(search, status, since, other, other == sort ? !rising : other.risesFirst(), 1);
    }

    RunQuery atPage(int other) {
        return new RunQuery(search, status, since, sort, rising, other);
    }

    boolean isFiltered() {
        return search.isPresent() || status.isPresent() || since.isPresent();
    }

    /// The address of the list with this question.
    String address() {
        var parts = new ArrayList<String>();
        search.ifPresent(word -> parts.add("q=" + Href.encode(word)));
        status.ifPresent(word -> parts.add("status=" + Href.encode(word)));
        since.ifPresent(word -> parts.add("since=" + Href.encode(word)));
        if (sort != Sort.STARTED || rising) {
            parts.add("sort=" + sort.word());
            parts.add("dir=" + (rising ? "asc" : "desc"));
        }
        if (page > 1) {
            parts.add("page=" + page);
        }
        return parts.isEmpty() ? "/" : "/?" + String.join("&", parts);
    }
}
