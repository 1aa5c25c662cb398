package dev.rowan.web.rows;

import dev.rowan.web.html.Href;
import dev.rowan.web.http.WebRequest;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;

/// The words behind `?` of an address, from which other addresses are made.
record QueryParameters(Map<String, String> byName) {
    private static final List<String> PLACES = List.of("after", "before", "last", "at", "id");
    private static final List<String> ORDER = List.of("sort", "dir", "limit", "q");

    static QueryParameters of(WebRequest request) {
        var words = new LinkedHashMap<String, String>();
        for (String name : RowsQuery.FILTERS) {
            request.query(name).ifPresent(value -> words.put(name, value));
        }
        for (String name : ORDER) {
            request.query(name).ifPresent(value -> words.put(name, value));
        }
        for (String name : PLACES) {
            request.query(name).ifPresent(value -> words.put(name, value));
        }
        return new QueryParameters(words);
    }

    Optional<String> get(String name) {
        return Optional.ofNullable(byName.get(name));
    }

    QueryParameters with(String name, String value) {
        var words = new LinkedHashMap<>(byName);
        words.put(name, value);
        return new QueryParameters(words);
    }

    QueryParameters without(String name) {
        var words = new LinkedHashMap<>(byName);
        words.remove(name);
        return new QueryParameters(words);
    }

    /// The same selection in the same order, from its first page on.
    QueryParameters fromStart() {
        var words = new LinkedHashMap<>(byName);
        PLACES.forEach(words::remove);
        return new QueryParameters(words);
    }

    /// The selection alone.
    QueryParameters filters() {
        var words = new LinkedHashMap<>(byName);
        words.keySet().retainAll(RowsQuery.FILTERS);
        return new QueryParameters(words);
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
