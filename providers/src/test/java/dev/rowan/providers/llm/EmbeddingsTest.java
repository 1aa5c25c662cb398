package dev.rowan.providers.llm;

import static dev.rowan.providers.llm.Given.options;
import static dev.rowan.providers.openai.BatchBench.done;
import static org.assertj.core.api.Assertions.assertThat;

import dev.rowan.api.Reason;
import dev.rowan.api.Row;
import dev.rowan.api.TransformResult;
import dev.rowan.api.batch.BatchService;
import dev.rowan.api.batch.BatchStatus;
import dev.rowan.api.batch.CustomId;
import dev.rowan.api.batch.ItemResult;
import dev.rowan.api.call.Call;
import dev.rowan.api.call.Calls;
import dev.rowan.api.call.HeaderOption.HeaderValue;
import dev.rowan.api.call.Payload;
import dev.rowan.api.call.Usd;
import dev.rowan.api.config.ConfigNode;
import dev.rowan.api.config.Problems;
import dev.rowan.api.config.Section;
import dev.rowan.api.plugin.CallPlanner;
import dev.rowan.api.plugin.PluginSetup;
import dev.rowan.api.secret.SecretReference;
import dev.rowan.providers.openai.BatchBench;
import dev.rowan.providers.reply.JsonTree;
import dev.rowan.providers.service.ServiceLocation;
import dev.rowan.testkit.FakeCalls;
import dev.rowan.testkit.FakeContext;
import dev.rowan.testkit.FakeSetup;
import dev.rowan.testkit.FakeTime;
import java.io.ByteArrayOutputStream;
import java.math.BigDecimal;
import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

/// Embeddings of every provider, over HTTP, against the simulator.
class EmbeddingsTest {
    private static final Row ROW = Row.of("text", "a lamp that works");

    @TempDir
    private Path directory;

    static List<Arguments> providers() {
        return List.of(
                Arguments.of("openai_embeddings", 256, options("model", "simulator/embedding")),
                Arguments.of(
                        "openai_embeddings",
                        1_536,
                        options("model", "openai/text-embedding-3-small", "base_url", "simulator")),
                Arguments.of(
                        "azure_embeddings",
                        3_072,
                        options("model", "azure/text-embedding-3-large", "base_url", "simulator")),
                Arguments.of(
                        "azure_embeddings",
                        256,
                        options("model", "azure/embedding", "base_url", "simulator", "api_version", "2024-10-21")),
                Arguments.of(
                        "gemini_embed",
                        3_072,
                        options("model", "gemini/gemini-embedding-001", "base_url", "simulator")));
    }

    private static EmbeddingsTransform embedding(Map<String, Object> options) {
        Map<String, Object> all = options("field", "text");
        all.putAll(options);
        if (options.containsKey("template")) {
            all.remove("field");
        }
        return new EmbeddingsTransform(read(all).orElseThrow());
    }

    private static Optional<EmbeddingSettings> read(Map<String, Object> options) {
        var problems = new Problems();
        Optional<EmbeddingSettings> settings = Section.check(
                        ConfigNode.of(options), EmbeddingSettings.OPTIONS, Path.of("."), problems)
                .flatMap(EmbeddingSettings::read);
        problems.throwIfAny();
        return settings;
    }

    private static EmbeddingsTransform prepared(PluginSetup setup, Map<String, Object> options) throws Exception {
        EmbeddingsTransform transform = embedding(options);
        transform.prepare(setup);
        return transform;
    }

    private static List<?> vector(EmbeddingsTransform transform, Calls calls) throws InterruptedException {
        return switch (transform.process(ROW, new FakeContext(new FakeTime(), calls))) {
            case TransformResult.Success(var row) -> (List<?>) Objects.requireNonNull(row.get("embedding"));
            case TransformResult.SuccessMulti several -> throw new AssertionError(several);
            case TransformResult.Error(var reason, var _) -> throw new AssertionError(reason);
        };
    }

    @ParameterizedTest
    @MethodSource("providers")
    void addsTheSameVectorEachTimeAndCountsWhatIsBilled(String endpoint, int dimensions, Map<String, Object> options)
            throws Exception {
        try (SimulatedCalls calls = SimulatedCalls.open(Map.of())) {
            EmbeddingsTransform transform = prepared(calls.setup(), options);

            List<?> vector = vector(transform, calls);

            assertThat(vector)
                    .hasSize(dimensions)
                    .allSatisfy(number -> assertThat(number).isInstanceOf(BigDecimal.class));
            assertThat(vector(transform, calls)).isEqualTo(vector);
            JsonTree line = calls.look("bill").at("lines").first();
            assertThat(line.at("endpoint").text()).contains(endpoint);
            assertThat(calls.spent().dollars())
                    .isPositive()
                    .isEqualByComparingTo(line.at("usd").number().orElseThrow());
            assertThat(calls.done())
                    .allSatisfy(done -> assertThat(done.receipt().cost().orElseThrow())
                            .isLessThanOrEqualTo(done.call().estimate().worst().orElseThrow()));
            EmbeddingsTransform shorter = prepared(calls.setup(), with(options, "dimensions", 8));
            assertThat(vector(shorter, calls)).hasSize(8);
        }
    }

    private static Map<String, Object> with(Map<String, Object> options, Object... more) {
        Map<String, Object> all = options();
        all.putAll(options);
        all.putAll(options(more));
        return all;
    }

    static List<Map<String, Object>> batchTargets() {
        return List.of(
                options("model", "simulator/embedding"),
                options("model", "openai/text-embedding-3-small", "base_url", "simulator"),
                options("model", "azure/embedding", "base_url", "simulator"),
                options("model", "azure/embedding", "base_url", "simulator", "api_version", "2024-10-21"));
    }

    @ParameterizedTest
    @MethodSource("batchTargets")
    void aBatchCountsWhatIsBilled(Map<String, Object> target) throws Exception {
        int rows = 5;
        try (var bench = BatchBench.open(BatchBench.Variant.CHAT, directory, Map.of())) {
            EmbeddingsTransform transform =
                    prepared(new FakeSetup(Map.of(), Optional.of(bench.address()), true), target);
            BatchService service = transform.batchService();
            var lines = new ByteArrayOutputStream();
            for (int i = 0; i < rows; i++) {
                byte[] body = call(transform, Row.of("text", "great " + i))
                        .request()
                        .body()
                        .bytes();
                assertThat(service.refusal(body)).isEmpty();
                lines.writeBytes(service.line(new CustomId("s1", i).text(), body));
            }
            var submission = bench.submission("s1", lines.toByteArray(), rows);
            BatchStatus made = done(service.create(submission, done(service.upload(submission, bench)), bench));
            bench.pass(Duration.ofMinutes(1));
            List<ItemResult> items = bench.results(service, done(service.status(made.batchId(), bench)));

            Usd spent = items.stream()
                    .map(item -> service.receipt(((ItemResult.Replied) item).reply())
                            .cost()
                            .orElseThrow())
                    .reduce(Usd.ZERO, Usd::plus);
            assertThat(items).hasSize(rows);
            assertThat(spent.dollars())
                    .isPositive()
                    .isEqualByComparingTo(JsonTree.parse(Payload.utf8(bench.control("GET", "bill", Map.of())))
                            .orElseThrow()
                            .at("usd")
                            .number()
                            .orElseThrow());
        }
    }

    private static Call call(EmbeddingsTransform transform, Row row) {
        return ((CallPlanner.Plan.Sends) transform.plan(row)).calls().getFirst();
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "200 | {\"data\": []} | it has no list of numbers",
                "200 | {\"data\": [{\"embedding\": [1, \"x\"]}]} | item 1 of the vector is not a number",
                "200 | {\"data\": [{\"embedding\": [1, 2, 3]}]} | it has 3 numbers, and 'dimensions' asks for 2",
                "200 | [] | the body is not a JSON object",
            })
    void refusesWhatIsNoVector(int status, String body, String why) throws Exception {
        EmbeddingsTransform transform =
                prepared(Given.setup(Map.of()), options("model", "simulator/embedding", "dimensions", 2));

        assertThat(failed(transform, ROW, status, body))
                .isEqualTo(Reason.of("malformed_response", "the reply holds no usable vector: " + why));
    }

    @Test
    void aReplyWithoutUsageHasAnUnknownCost() throws Exception {
        EmbeddingsTransform transform = prepared(
                Given.setup(Map.of()), options("model", "gemini/gemini-embedding-001", "base_url", "simulator"));
        var reply = FakeCalls.json(200, "{\"embedding\": {\"values\": [1]}}");

        assertThat(call(transform, ROW).reader().receipt(reply).cost()).isEmpty();
        assertThat(call(transform, ROW).reader().isUsable(reply)).isTrue();
    }

    @Test
    void failsRowsWithoutText() throws Exception {
        EmbeddingsTransform transform = prepared(Given.setup(Map.of()), options("model", "simulator/embedding"));

        assertThat(failed(transform, Row.of("text", " "), 200, "{}").code()).isEqualTo("empty_prompt");
        assertThat(failed(transform, ROW.with("embedding", 1L), 200, "{}").code())
                .isEqualTo("output_key_collision");
    }

    private static Reason failed(EmbeddingsTransform transform, Row row, int status, String body)
            throws InterruptedException {
        var calls = new FakeCalls(_ -> FakeCalls.json(status, body));
        return switch (transform.process(row, new FakeContext(new FakeTime(), calls))) {
            case TransformResult.Error(var reason, var _) -> reason;
            case TransformResult other -> throw new AssertionError(other);
        };
    }

    @Test
    void readsEveryKey() {
        EmbeddingSettings settings = read(options(
                        "model",
                        "openai/m",
                        "base_url",
                        "https://llm.example.org/v1",
                        "api_key",
                        "file:key.txt",
                        "template",
                        "{{ title }}: {{ text }}",
                        "output_key",
                        "vector",
                        "dimensions",
                        12,
                        "extra_headers",
                        options("X-Team", "file:team.txt"),
                        "timeout",
                        "90s",
                        "dedupe",
                        false,
                        "price",
                        options("input", 0.5)))
                .orElseThrow();

        ModelTarget target = settings.target();
        assertThat(target.name().model()).isEqualTo("m");
        assertThat(target.location()).contains(new ServiceLocation.At(URI.create("https://llm.example.org/v1")));
        assertThat(target.key()).contains(new SecretReference.InFile(Path.of("key.txt")));
        assertThat(target.timeout()).isEqualTo(Duration.ofSeconds(90));
        assertThat(target.extraHeaders())
                .isEqualTo(Map.of("X-Team", new HeaderValue.Hidden(new SecretReference.InFile(Path.of("team.txt")))));
        assertThat(target.price().orElseThrow().input()).isEqualByComparingTo("0.5");
        assertThat(settings.api()).isEqualTo(EmbeddingApi.OPENAI);
        assertThat(settings.text().names()).containsExactlyInAnyOrder("title", "text");
        assertThat(settings.outputKey()).isEqualTo("vector");
        assertThat(settings.dimensions()).contains(12);
        assertThat(settings.sharesAnswers()).isFalse();
        assertThat(embedding(options("model", "azure/d", "api_version", "v")).sharesAnswers())
                .as("by default, since vectors are the same each time")
                .isTrue();
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "model=anthropic/claude, field=text | must be provider/model with a provider of azure, gemini, openai",
                "model=opena/x, field=text | did you mean 'openai'",
                "model=openai/x | needs 'field' or 'template'",
                "model=openai/x, field=text, template={{ a }} | must be absent where 'field' is given",
                "model=openai/x, field=a b | must be a name of letters",
                "model=openai/x, template=same | must use a field",
                "model=openai/x, field=text, api_version=v1 | has no API versions",
                "model=openai/x, field=text, dimensions=0 | from 1 to 65536",
            })
    void reportsProblems(String written, String message) {
        Map<String, Object> options = options();
        for (String pair : written.split(", ")) {
            String value = pair.substring(pair.indexOf('=') + 1);
            options.put(pair.substring(0, pair.indexOf('=')), value.matches("[0-9]+") ? Long.valueOf(value) : value);
        }

        assertThat(Given.problems(new EmbeddingsPlugin(), options))
                .anySatisfy(problem -> assertThat(problem.message()).contains(message));
    }
}
