package dev.rowan.web.rows;

import dev.rowan.landscape.record.RunStart;
import dev.rowan.web.http.WebRequest;
import dev.rowan.web.http.WebRequestException;
import dev.rowan.web.index.PageQuery;
import dev.rowan.web.index.PageQuery.From;
import dev.rowan.web.index.PageQuery.OrderKey;
import dev.rowan.web.index.PageQuery.Sort;
import dev.rowan.web.index.RowFilter;
import dev.rowan.web.index.RowFilter.Range;
import dev.rowan.web.index.TokenSet;
import java.math.BigDecimal;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;

/// The query of a rows page. Its parameters are kept for links.
record RowsQuery(QueryParameters parameters, RowFilter filter, PageQuery question) {
    static final List<String> FILTERS = List.of(
            "outcome",
            "reason",
            "node",
            "sink",
            "visited",
            "edge",
            "cost_min",
            "cost_max",
            "latency_min",
            "latency_max",
            "row_min",
            "row_max");
    /// The filters that are bounds.
    static final List<String> RANGES = FILTERS.subList(6, FILTERS.size());

    static final List<Integer> SIZES = List.of(50, 100, 200);

    /// Of money, 10⁻¹² dollars; of latency, microseconds of a second.
    private static final BigDecimal PICO = BigDecimal.TEN.pow(12);

    private static final BigDecimal MICRO = BigDecimal.TEN.pow(6);
    private static final int PLACE_PARTS = 3;

    static RowsQuery of(WebRequest request, List<RunStart.Node> nodes) {
        QueryParameters parameters = QueryParameters.of(request);
        RowFilter filter = filter(request, nodes);
        Sort sort = sort(request);
        boolean falling = switch (request.query("dir").orElse("")) {
            case "" -> sort != Sort.ROW;
            case "asc" -> false;
            case "desc" -> true;
            default -> throw wrong("dir", "asc or desc", request);
        };
        return new RowsQuery(
                parameters, filter, new PageQuery(filter, sort, falling, from(request, falling), size(request)));
    }

    private static Sort sort(WebRequest request) {
        if (request.query("at").isPresent()) {
            return Sort.ROW;
        }
        return switch (request.query("sort").orElse("row")) {
            case "row" -> Sort.ROW;
            case "cost" -> Sort.COST;
            case "latency" -> Sort.LATENCY;
            default -> throw wrong("sort", "row, cost or latency", request);
        };
    }

    private static RowFilter filter(WebRequest request, List<RunStart.Node> nodes) {
        return new RowFilter(
                request.query("outcome").map(text -> Set.of(text.split(","))).orElse(Set.of()),
                request.query("reason"),
                request.query("node").map(name -> indexes(name, nodes)),
                request.query("sink"),
                range(request, "cost", PICO),
                range(request, "latency", MICRO),
                new Range(request.queryNumber("row_min"), request.queryNumber("row_max")),
                Optional.empty());
    }

    /// The same among `tokens`.
    RowsQuery among(TokenSet tokens) {
        RowFilter fewer = filter.among(tokens);
        return new RowsQuery(
                parameters,
                fewer,
                new PageQuery(fewer, question.sort(), question.falling(), question.from(), question.limit()));
    }

    private static Set<Integer> indexes(String name, List<RunStart.Node> nodes) {
        return nodes.stream()
                .filter(node -> node.name().equals(name))
                .map(RunStart.Node::index)
                .collect(Collectors.toCollection(TreeSet::new));
    }

    private static Range range(WebRequest request, String name, BigDecimal unit) {
        return new Range(number(request, name + "_min", unit), number(request, name + "_max", unit));
    }

    private static OptionalLong number(WebRequest request, String name, BigDecimal unit) {
        Optional<String> word = request.query(name);
        if (word.isEmpty()) {
            return OptionalLong.empty();
        }
        try {
            String text = word.get().strip();
            if (text.length() > 40) {
                throw wrong(name, "a number of 40 digits at most", request);
            }
            BigDecimal number = new BigDecimal(text).multiply(unit);
            if (number.precision() - number.scale() > 19) {
                throw wrong(name, "a smaller number", request);
            }
            return OptionalLong.of(
                    number.min(BigDecimal.valueOf(Long.MAX_VALUE)).longValue());
        } catch (NumberFormatException _) {
            throw wrong(name, "a number", request);
        }
    }

    private static int size(WebRequest request) {
        long size = request.queryNumber("limit").orElse(SIZES.getFirst());
        if (size < 1 || size > SIZES.getLast()) {
            throw wrong("limit", "from 1 to " + SIZES.getLast(), request);
        }
        return (int) size;
    }

    private static From from(WebRequest request, boolean falling) {
        if (request.query("last").isPresent()) {
            return new From.Last();
        }
        OptionalLong at = request.queryNumber("at");
        if (at.isPresent()) {
            return new From.After(new OrderKey(0, at.getAsLong(), falling ? Integer.MAX_VALUE : -1));
        }
        Optional<OrderKey> after = key(request, "after");
        if (after.isPresent()) {
            return new From.After(after.get());
        }
        return key(request, "before").<From>map(From.Before::new).orElseGet(From.First::new);
    }

    private static Optional<OrderKey> key(WebRequest request, String name) {
        return request.query(name).map(word -> {
            String[] parts = word.split("\\.", -1);
            try {
                if (parts.length == PLACE_PARTS) {
                    return new OrderKey(Long.parseLong(parts[0]), Long.parseLong(parts[1]), Integer.parseInt(parts[2]));
                }
            } catch (NumberFormatException _) {
                // reported below
            }
            throw wrong(name, "a position from an earlier page", request);
        });
    }

    /// A page position as a query parameter.
    static String position(OrderKey key) {
        return String.format(Locale.ROOT, "%d.%d.%d", key.value(), key.row(), key.part());
    }

    private static WebRequestException wrong(String name, String expected, WebRequest request) {
        return new WebRequestException(
                400,
                "'" + name + "' must be " + expected + ", got '"
                        + request.query(name).orElse("") + "'");
    }
}
