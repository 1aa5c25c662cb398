package dev.rowan.web.http;

import dev.rowan.api.call.Payload;
import dev.rowan.json.JsonException;
import dev.rowan.json.RowJson;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;

/// A request: method, path with its parameters, query, headers and body.
public record WebRequest(
        String method,
        String path,
        Map<String, String> places,
        Map<String, String> query,
        Map<String, String> headers,
        Payload body) {

    public WebRequest {
        places = Map.copyOf(places);
        headers = Map.copyOf(headers);
    }

    WebRequest with(Map<String, String> found) {
        return new WebRequest(method, path, found, query, headers, body);
    }

    /// A path parameter, such as `run` of `/runs/{run}`.
    public String parameter(String name) {
        String value = places.get(name);
        if (value == null) {
            throw new IllegalArgumentException("the route of " + path + " has no parameter {" + name + "}");
        }
        return value;
    }

    public long number(String name) {
        try {
            return Long.parseLong(parameter(name));
        } catch (NumberFormatException _) {
            throw new WebRequestException(
                    404, "there is no " + name + " '" + parameter(name) + "': it must be a number");
        }
    }

    /// A query parameter; an empty one, as forms send it, counts as absent.
    public Optional<String> query(String name) {
        return Optional.ofNullable(query.get(name)).filter(value -> !value.isBlank());
    }

    public OptionalLong queryNumber(String name) {
        Optional<String> word = query(name);
        if (word.isEmpty()) {
            return OptionalLong.empty();
        }
        try {
            return OptionalLong.of(Long.parseLong(word.get().strip()));
        } catch (NumberFormatException _) {
            throw new WebRequestException(400, "'" + name + "' must be a whole number, got '" + word.get() + "'");
        }
    }

    /// A header, by its name in lower case.
    public Optional<String> header(String name) {
        return Optional.ofNullable(headers.get(name));
    }

    public boolean isRead() {
        return method.equals("GET") || method.equals("HEAD");
    }

    /// Whether only the live part of the page is requested.
    public boolean isFragment() {
        return header("x-rowan-fragment").isPresent();
    }

    /// The body as values by name: a JSON object, or the fields of a form.
    public Map<String, @Nullable Object> fields() {
        String type = header("content-type").orElse("").toLowerCase(Locale.ROOT);
        if (type.startsWith("application/x-www-form-urlencoded")) {
            return new LinkedHashMap<>(parameters(new String(body.bytes(), StandardCharsets.UTF_8)));
        }
        if (type.startsWith("application/json")) {
            try {
                return RowJson.readRow(body.bytes()).asMap();
            } catch (JsonException wrong) {
                throw new WebRequestException(400, "the body must be a JSON object: " + wrong.getMessage());
            }
        }
        throw new WebRequestException(415, "the body must be application/json or a form, got '" + type + "'");
    }

    /// `a=1&b=2` as values by name; of several with one name the first counts.
    static Map<String, String> parameters(@Nullable String text) {
        var parameters = new LinkedHashMap<String, String>();
        if (text == null || text.isEmpty()) {
            return parameters;
        }
        for (String pair : text.split("&", -1)) {
            int equals = pair.indexOf('=');
            String name = equals < 0 ? pair : pair.substring(0, equals);
            String value = equals < 0 ? "" : pair.substring(equals + 1);
            parameters.putIfAbsent(decoded(name), decoded(value));
        }
        return parameters;
    }

    private static String decoded(String word) {
        try {
            return URLDecoder.decode(word, StandardCharsets.UTF_8);
        } catch (IllegalArgumentException _) {
            throw new WebRequestException(400, "the address has a broken escape (%)");
        }
    }
}
