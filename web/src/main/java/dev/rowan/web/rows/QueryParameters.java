package dev.rowan.web.rows;

import dev.rowan.web.html.Href;
import dev.rowan.web.http.WebRequest;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;

/// The query parameters of an address, from which other addresses are built.
record QueryParameters(Map<String, String> byName) {
    private static final List<String> PLACES = List.of("after", "before", "last", "at", "id");
    private static final List<String> ORDER = List.of("sort", "dir", "limit", "q");

    static QueryParameters of(WebRequest request) {
        var parameters = new LinkedHashMap<String, String>();
        for (String name : RowsQuery.FILTERS) {
            request.query(name).ifPresent(value -> parameters.put(name, value));
        }
        for (String name : ORDER) {
            request.query(name).ifPresent(value -> parameters.put(name, value));
        }
        for (String name : PLACES) {
            request.query(name).ifPresent(value -> parameters.put(name, value));
        }
        return new QueryParameters(parameters);
    }

    Optional<String> get(String name) {
        return Optional.ofNullable(byName.get(name));
    }

    QueryParameters with(String name, String value) {
        var parameters = new LinkedHashMap<>(byName);
        parameters.put(name, value);
        return new QueryParameters(parameters);
    }

    QueryParameters without(String name) {
        var parameters = new LinkedHashMap<>(byName);
        parameters.remove(name);
        return new QueryParameters(parameters);
    }

    /// The same selection in the same order, from its first page on.
    QueryParameters fromStart() {
        var parameters = new LinkedHashMap<>(byName);
        PLACES.forEach(parameters::remove);
        return new QueryParameters(parameters);
    }

    /// The selection alone.
    QueryParameters filters() {
        var parameters = new LinkedHashMap<>(byName);
        parameters.keySet().retainAll(RowsQuery.FILTERS);
        return new QueryParameters(parameters);
    }

    /// `?a=1&b=2`, or nothing.
    String query() {
        return byName.isEmpty()
                ? ""
                : byName.entrySet().stream()
                        .map(word -> word.getKey() + "=" + Href.encode(word.getValue()))
                        .collect(Collectors.joining("&", "?", ""));
    }
}
