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

/// A request as received by the simulator; `body` is parsed, with normalised numbers.
record SentRequest(
        String method,
        String path,
        String query,
        Map<String, String> headers,
        @Nullable Object body,
        Fields entry) {

    static SentRequest of(Fields entry) {
        var headers = new TreeMap<String, String>();
        entry.list("headers").orElseThrow().forEach(pair -> {
            List<?> both = (List<?>) pair;
            headers.merge(
                    String.valueOf(both.getFirst()),
                    String.valueOf(both.getLast()),
                    (one, other) -> one + ", " + other);
        });
        String body = entry.text("body").orElse("");
        return new SentRequest(
                entry.text("method").orElseThrow(),
                entry.text("path").orElseThrow(),
                entry.text("query").orElseThrow(),
                headers,
                body.startsWith("{") ? normalised(SdkTestServer.json(body)) : body,
                entry);
    }

    int status() {
        return entry.number("status").orElseThrow().intValue();
    }

    Optional<String> header(String name) {
        return Optional.ofNullable(headers.get(name));
    }

    /// Asserts that `ours` has the method, path, query, media type, named headers and body of this request.
    void isMatchedBy(SentRequest ours, List<String> required) {
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

    /// This request without the optional field at `path`: names and indexes separated by dots.
    SentRequest without(String path) {
        Object copy = normalised(body);
        Object here = copy;
        String[] steps = path.split("\\.", -1);
        for (int i = 0; i < steps.length - 1; i++) {
            here = here instanceof List<?> list
                    ? list.get(Integer.parseInt(steps[i]))
                    : here instanceof Map<?, ?> map ? map.get(steps[i]) : null;
        }
        boolean wasThere = here instanceof Map<?, ?> map && map.remove(steps[steps.length - 1]) != null;
        assertThat(wasThere).as("there is a field at %s", path).isTrue();
        return new SentRequest(method, this.path, query, headers, copy, entry);
    }

    private String mediaType() {
        String type = header("content-type").orElse("none");
        int semicolon = type.indexOf(';');
        return (semicolon < 0 ? type : type.substring(0, semicolon)).strip();
    }

    /// `value` with normalised numbers: 0, 0.0 and 0e1 are equal.
    private static @Nullable Object normalised(@Nullable Object value) {
        return switch (value) {
            case Long n -> BigDecimal.valueOf(n).stripTrailingZeros();
            case BigInteger n -> new BigDecimal(n).stripTrailingZeros();
            case BigDecimal n -> n.stripTrailingZeros();
            case List<?> list -> list.stream().map(SentRequest::normalised).collect(Collectors.toList());
            case Map<?, ?> map -> {
                var all = new LinkedHashMap<String, @Nullable Object>();
                map.forEach((name, each) -> all.put(String.valueOf(name), normalised(each)));
                yield all;
            }
            case null, default -> value;
        };
    }
}
