package dev.rowan.web.serve;

import static org.assertj.core.api.Assertions.assertThat;

import com.networknt.schema.Error;
import com.networknt.schema.InputFormat;
import com.networknt.schema.SchemaLocation;
import com.networknt.schema.SchemaRegistry;
import com.networknt.schema.SpecificationVersion;
import dev.rowan.api.SystemTime;
import dev.rowan.json.RowJson;
import dev.rowan.web.http.WebAccess;
import dev.rowan.web.read.LandscapeLocation;
import java.io.InputStream;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// The OpenAPI file matches the server: routes, path parameters and answers.
class OpenApiTest {
    private static final String FILE = "/dev/rowan/web/openapi.json";

    @TempDir
    private Path folder;

    private static String text() throws Exception {
        try (InputStream in = OpenApiTest.class.getResourceAsStream(FILE)) {
            return new String(java.util.Objects.requireNonNull(in).readAllBytes(), StandardCharsets.UTF_8);
        }
    }

    private static Map<?, ?> document() throws Exception {
        return RowJson.readRow(text().getBytes(StandardCharsets.UTF_8)).asMap();
    }

    /// The described operations by method and path.
    private static Map<String, Map<?, ?>> described() throws Exception {
        var calls = new TreeMap<String, Map<?, ?>>();
        map(document(), "paths")
                .forEach((path, methods) -> ((Map<?, ?>) methods)
                        .forEach((method, call) -> calls.put(
                                String.valueOf(method).toUpperCase(Locale.ROOT) + " " + path, (Map<?, ?>) call)));
        return calls;
    }

    @Test
    void describesExactlyTheServedRoutes() throws Exception {
        var served = new TreeSet<String>();
        var location = new LandscapeLocation("sqlite:rowan.db", folder, UnaryOperator.identity());
        try (var site = Website.start(WebAccess.onLoopback(0, ServedRun.TOKEN), location, new SystemTime())) {
            site.routes().stream()
                    .filter(route -> route.path().startsWith("/api/"))
                    .forEach(route -> served.add(route.method() + " " + route.path()));
        }
        assertThat(served).isNotEmpty();
        assertThat(described().keySet()).isEqualTo(served);
    }

    @Test
    void describesThePathParameters() throws Exception {
        for (var call : described().entrySet()) {
            List<String> parameters = new ArrayList<>();
            for (String step : call.getKey().split("/", -1)) {
                if (step.startsWith("{")) {
                    parameters.add(step.substring(1, step.length() - 1));
                }
            }
            assertThat(parameters(call.getValue(), "path").keySet())
                    .as(call.getKey())
                    .containsExactlyInAnyOrderElementsOf(parameters);
            assertThat(call.getValue().get("summary")).as(call.getKey()).isInstanceOf(String.class);
        }
    }

    private static Map<String, Map<?, ?>> parameters(Map<?, ?> call, String in) throws Exception {
        var found = new TreeMap<String, Map<?, ?>>();
        if (call.get("parameters") instanceof List<?> list) {
            for (Object each : list) {
                Map<?, ?> parameter = resolved((Map<?, ?>) each);
                if (in.equals(parameter.get("in"))) {
                    found.put(String.valueOf(parameter.get("name")), parameter);
                }
            }
        }
        return found;
    }

    private static Map<?, ?> resolved(Map<?, ?> given) throws Exception {
        if (!(given.get("$ref") instanceof String reference)) {
            return given;
        }
        Map<?, ?> found = document();
        for (String step : reference.substring(2).split("/", -1)) {
            found = map(found, step);
        }
        return found;
    }

    private static Map<?, ?> map(Map<?, ?> parent, String name) {
        return parent.get(name) instanceof Map<?, ?> map ? map : Map.of();
    }

    /// Calls every described GET, with an existing run and the `example` of other parameters.
    @Test
    void answersMatchTheirSchemas() throws Exception {
        int whole = 0;
        try (var served = ServedRun.open(folder)) {
            for (var call : described().entrySet()) {
                if (!call.getKey().startsWith("GET ")) {
                    continue;
                }
                HttpResponse<String> reply = served.get(filled(call.getKey().substring(4), call.getValue(), served));
                String status = Integer.toString(reply.statusCode());
                Map<?, ?> responses = map(call.getValue(), "responses");
                assertThat(responses.containsKey(status))
                        .as(call.getKey() + " answers " + status + ": " + reply.body())
                        .isTrue();
                boolean json =
                        reply.headers().firstValue("Content-Type").orElse("").startsWith("application/json");
                if (json) {
                    assertThat(errors(call.getKey().substring(4), status, reply.body()))
                            .as(call.getKey() + ": " + reply.body())
                            .isEmpty();
                    whole += status.equals("200") ? 1 : 0;
                }
            }
        }
        assertThat(whole).isGreaterThanOrEqualTo(2);
    }

    @Test
    void detectsAnswersThatDoNotMatch() throws Exception {
        assertThat(errors("/api/runs", "200", "{\"runs\":[{\"run\":7}]}")).isNotEmpty();
        assertThat(errors("/api/runs", "401", "{\"error\":\"no\"}")).isNotEmpty();
    }

    private static String filled(String path, Map<?, ?> call, ServedRun served) throws Exception {
        String address = path.replace("{run}", served.result().runId());
        for (var parameter : parameters(call, "path").entrySet()) {
            address = address.replace("{" + parameter.getKey() + "}", example(parameter.getValue()));
        }
        var query = new StringBuilder();
        for (var word : parameters(call, "query").entrySet()) {
            if (Boolean.TRUE.equals(word.getValue().get("required"))) {
                query.append(query.isEmpty() ? "?" : "&").append(word.getKey()).append('=');
                query.append(example(word.getValue())
                        .replace("{run}", served.result().runId()));
            }
        }
        return address + query;
    }

    private static String example(Map<?, ?> parameter) {
        return String.valueOf(parameter.get("example"));
    }

    private static List<Error> errors(String path, String status, String body) throws Exception {
        Map<?, ?> response = resolved(map(map(map(map(map(document(), "paths"), path), "get"), "responses"), status));
        Map<?, ?> content = map(map(response, "content"), "application/json");
        String schema = new String(RowJson.writeValue(content.get("schema")), StandardCharsets.UTF_8);
        // the file is known by its own name, so that a schema can point into it
        String pointing = schema.replace("\"#/components/", "\"https://rowan/openapi.json#/components/");
        Map<String, String> known = Map.of("https://rowan/openapi.json", text(document()));
        var registry = SchemaRegistry.withDefaultDialect(
                SpecificationVersion.DRAFT_2020_12, builder -> builder.schemas(known));
        return registry.getSchema(SchemaLocation.of("https://rowan/answer.json"), pointing, InputFormat.JSON)
                .validate(body, InputFormat.JSON);
    }

    private static String text(Map<?, ?> document) {
        return new String(RowJson.writeValue(document), StandardCharsets.UTF_8);
    }

    @Test
    void thePageListsTheSameRoutes() throws Exception {
        try (var served = ServedRun.open(folder)) {
            String page = served.get("/api").body();
            for (String call : described().keySet()) {
                assertThat(page).contains("<code>" + call + "</code>");
            }
            assertThat(page).contains("curl -s");
            assertThat(served.getWithoutToken("/api").statusCode()).isEqualTo(401);
            assertThat(served.get("/api/openapi.json").body()).isEqualTo(text());
        }
    }
}
