package dev.rowan.web.rows;

import dev.rowan.web.http.Request;
import dev.rowan.web.text.Shown;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;

/// The words behind `?` of an address, from which other addresses are made.
record Words(Map<String, String> byName) {
    private static final List<String> PLACES = List.of("after", "before", "last", "at", "id");
    private static final List<String> ORDER = List.of("sort", "dir", "limit", "q");

    static Words of(Request request) {
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
        return new Words(words);
    }

    Optional<String> get(String name) {
        return Optional.ofNullable(byName.get(name));
    }

    Words with(String name, String value) {
        var words = new LinkedHashMap<>(byName);
        words.put(name, value);
        return new Words(words);
    }

    Words without(String name) {
        var words = new LinkedHashMap<>(byName);
        words.remove(name);
        return new Words(words);
    }

    /// The same selection in the same order, from its first page on.
    Words fromStart() {
        var words = new LinkedHashMap<>(byName);
        PLACES.forEach(words::remove);
        return new Words(words);
    }

    /// The selection alone.
    Words filters() {
        var words = new LinkedHashMap<>(byName);
        words.keySet().retainAll(RowsQuery.FILTERS);
        return new Words(words);
    }

    /// `?a=1&b=2`, or nothing.
    String query() {
        return byName.isEmpty()
                ? ""
                : byName.entrySet().stream()
                        .map(word -> word.getKey() + "=" + Shown.inAddress(word.getValue()))
                        .collect(Collectors.joining("&", "?", ""));
    }
}
