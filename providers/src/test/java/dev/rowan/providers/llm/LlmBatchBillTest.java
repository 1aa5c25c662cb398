package dev.rowan.providers.llm;

import static dev.rowan.providers.llm.Given.options;
import static dev.rowan.providers.openai.BatchBench.done;
import static org.assertj.core.api.Assertions.assertThat;

import dev.rowan.api.Row;
import dev.rowan.api.batch.BatchService;
import dev.rowan.api.batch.BatchStatus;
import dev.rowan.api.batch.CustomId;
import dev.rowan.api.batch.ItemResult;
import dev.rowan.api.call.Call;
import dev.rowan.api.call.Payload;
import dev.rowan.api.call.Usd;
import dev.rowan.api.plugin.CallPlanner;
import dev.rowan.providers.openai.BatchBench;
import dev.rowan.providers.reply.JsonTree;
import dev.rowan.testkit.FakeSetup;
import java.io.ByteArrayOutputStream;
import java.math.BigDecimal;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/// What the receipts of a batch say in all is what its provider bills.
class LlmBatchBillTest {
    private static final int ROWS = 7;

    @TempDir
    private Path directory;

    static List<Map<String, Object>> targets() {
        return List.of(
                options("model", "simulator/chat"),
                options("model", "openai/gpt-4o-mini", "base_url", "simulator"),
                options("model", "openai/gpt-5", "base_url", "simulator", "api", "responses"),
                options("model", "azure/gpt-4o", "base_url", "simulator"),
                options("model", "azure/gpt-4o", "base_url", "simulator", "api_version", "2024-10-21"));
    }

    @ParameterizedTest
    @MethodSource("targets")
    void countsWhatIsBilled(Map<String, Object> target) throws Exception {
        Map<String, Object> all = options(
                "user_prompt_template",
                "Is it positive or negative? {{ text }}",
                "output_key",
                "mood",
                "output_schema",
                Map.of("type", "object", "properties", Map.of("mood", Map.of("type", "string"))));
        all.putAll(target);
        try (var bench =
                BatchBench.open(BatchBench.Variant.CHAT, directory, Map.of("row_faults", Map.of("status:400", 0.3)))) {
            LlmTransform transform = Given.of(new LlmPlugin(), all)
                    .prepare(new FakeSetup(Map.of(), Optional.of(bench.address()), true))
                    .transform();
            BatchService service = transform.batchService();
            var lines = new ByteArrayOutputStream();
            for (int i = 0; i < ROWS; i++) {
                byte[] body = call(transform, Row.of("text", "great " + i))
                        .request()
                        .body()
                        .bytes();
                assertThat(service.refusal(body)).isEmpty();
                lines.writeBytes(service.line(new CustomId("s1", i).text(), body));
            }
            var submission = bench.submission("s1", lines.toByteArray(), ROWS);
            BatchStatus made = done(service.create(submission, done(service.upload(submission, bench)), bench));
            bench.pass(Duration.ofMinutes(1));
            BatchStatus ended = done(service.status(made.batchId(), bench));

            List<ItemResult> items = bench.results(service, ended);
            Usd spent = items.stream()
                    .map(item -> service.receipt(((ItemResult.Replied) item).reply())
                            .cost()
                            .orElseThrow())
                    .reduce(Usd.ZERO, Usd::plus);
            assertThat(items).hasSize(ROWS);
            assertThat(spent.dollars()).isPositive().isEqualByComparingTo(billed(bench));
        }
    }

    private static Call call(LlmTransform transform, Row row) {
        return ((CallPlanner.Plan.Sends) transform.plan(row)).calls().getFirst();
    }

    private static BigDecimal billed(BatchBench bench) {
        JsonTree bill = JsonTree.parse(Payload.utf8(bench.control("GET", "bill", Map.of())))
                .orElseThrow();
        return bill.at("usd").number().orElseThrow();
    }
}
