package dev.rowan.web.openapi;

import dev.rowan.json.JsonException;
import dev.rowan.json.RowJson;
import java.io.IOException;
import java.io.InputStream;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/// The OpenAPI file that is part of the program, as bytes and as the calls that it describes.
final class ApiDocument {
    private static final String PLACE = "/dev/rowan/web/openapi.json";

    private final byte[] bytes;
    private final Map<?, ?> root;

    private ApiDocument(byte[] bytes, Map<?, ?> root) {
        this.bytes = bytes;
        this.root = root;
    }

    /// An operation; `reads`: it changes nothing.
    record Described(String method, String path, String summary, List<Parameter> parameters, boolean reads) {}

    record Parameter(String name, String in, boolean required, String description) {}

    static ApiDocument load() {
        try (InputStream in = ApiDocument.class.getResourceAsStream(PLACE)) {
            if (in == null) {
                throw new IllegalStateException(PLACE + " is missing from the program");
            }
            byte[] bytes = in.readAllBytes();
            return new ApiDocument(bytes, RowJson.readRow(bytes).asMap());
        } catch (IOException | JsonException broken) {
            throw new IllegalStateException(PLACE + " cannot be read", broken);
        }
    }

    byte[] bytes() {
        return bytes;
    }

    String description() {
        return text(map(root, "info"), "description");
    }

    /// The calls in the order of the file.
    List<Described> calls() {
        var calls = new ArrayList<Described>();
        map(root, "paths")
                .forEach((path, methods) -> ((Map<?, ?>) methods).forEach((method, call) -> {
                    Map<?, ?> described = (Map<?, ?>) call;
                    calls.add(new Described(
                            String.valueOf(method).toUpperCase(Locale.ROOT),
                            String.valueOf(path),
                            text(described, "summary"),
                            parameters(described),
                            method.equals("get")));
                }));
        return calls;
    }

    private List<Parameter> parameters(Map<?, ?> call) {
        var parameters = new ArrayList<Parameter>();
        if (call.get("parameters") instanceof List<?> list) {
            for (Object each : list) {
                Map<?, ?> given = resolved((Map<?, ?>) each);
                parameters.add(new Parameter(
                        text(given, "name"),
                        text(given, "in"),
                        Boolean.TRUE.equals(given.get("required")),
                        text(given, "description")));
            }
        }
        return parameters;
    }

    /// Follows a reference such as `#/components/parameters/run`.
    private Map<?, ?> resolved(Map<?, ?> given) {
        if (!(given.get("$ref") instanceof String reference)) {
            return given;
        }
        Map<?, ?> found = root;
        for (String step : reference.substring(2).split("/", -1)) {
            found = map(found, step);
        }
        return found;
    }

    private static Map<?, ?> map(Map<?, ?> parent, String name) {
        return parent.get(name) instanceof Map<?, ?> map ? map : Map.of();
    }

    private static String text(Map<?, ?> parent, String name) {
        return parent.get(name) instanceof String text ? text : "";
    }
}
