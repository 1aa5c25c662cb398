package dev.rowan.referees;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rowan.simulator.json.Fields;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/// A request as the simulator saw it; `body` is read, with every number in one form.
record Sent(
        String method,
        String path,
        String query,
        Map<String, String> headers,
        @Nullable Object body,
        Fields entry) {

    static Sent of(Fields entry) {
        var headers = new TreeMap<String, String>();
        entry.list("headers").orElseThrow().forEach(pair -> {
            List<?> both = (List<?>) pair;
            headers.merge(
                    String.valueOf(both.getFirst()),
                    String.valueOf(both.getLast()),
                    (one, other) -> one + ", " + other);
        });
        String body = entry.text("body").orElse("");
        return new Sent(
                entry.text("method").orElseThrow(),
                entry.text("path").orElseThrow(),
                entry.text("query").orElseThrow(),
                headers,
                body.startsWith("{") ? even(Court.json(body)) : body,
                entry);
    }

    int status() {
        return entry.number("status").orElseThrow().intValue();
    }

    Optional<String> header(String name) {
        return Optional.ofNullable(headers.get(name));
    }

    /// Requires that `ours` has the method, the path, the query, the media type, the named headers and the body of
    /// this request.
    void isMatchedBy(Sent ours, List<String> required) {
        assertThat(status()).as("the SDK's request was served").isEqualTo(200);
        assertThat(ours.status()).as("our request was served").isEqualTo(200);
        assertThat(ours.method()).isEqualTo(method);
        assertThat(ours.path()).isEqualTo(path);
        assertThat(ours.query()).isEqualTo(query);
        assertThat(ours.mediaType()).isEqualTo(mediaType());
        for (String name : required) {
            assertThat(header(name)).as("header %s of the SDK", name).isPresent();
            assertThat(ours.header(name)).as("header %s", name).isEqualTo(header(name));
        }
        assertThat(ours.body()).isEqualTo(body);
    }

    /// This request without the optional field at `path`, names and positions with dots between them.
    Sent without(String path) {
        Object copy = even(body);
        Object here = copy;
        String[] steps = path.split("\\.", -1);
        for (int i = 0; i < steps.length - 1; i++) {
            here = here instanceof List<?> list
                    ? list.get(Integer.parseInt(steps[i]))
                    : here instanceof Map<?, ?> map ? map.get(steps[i]) : null;
        }
        boolean wasThere = here instanceof Map<?, ?> map && map.remove(steps[steps.length - 1]) != null;
        assertThat(wasThere).as("there is a field at %s", path).isTrue();
        return new Sent(method, this.path, query, headers, copy, entry);
    }

    private String mediaType() {
        String type = header("content-type").orElse("none");
        int semicolon = type.indexOf(';');
        return (semicolon < 0 ? type : type.substring(0, semicolon)).strip();
    }

    /// `value` with numbers that do not depend on how they were written: 0, 0.0 and 0e1 are the same.
    private static @Nullable Object even(@Nullable Object value) {
        return switch (value) {
            case Long n -> BigDecimal.valueOf(n).stripTrailingZeros();
            case BigInteger n -> new BigDecimal(n).stripTrailingZeros();
            case BigDecimal n -> n.stripTrailingZeros();
            case List<?> list -> list.stream().map(Sent::even).collect(Collectors.toList());
            case Map<?, ?> map -> {
                var all = new LinkedHashMap<String, @Nullable Object>();
                map.forEach((name, each) -> all.put(String.valueOf(name), even(each)));
                yield all;
            }
            case null, default -> value;
        };
    }
}
