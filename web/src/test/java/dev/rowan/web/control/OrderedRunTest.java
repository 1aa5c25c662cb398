package dev.rowan.web.control;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rowan.api.CallScope;
import dev.rowan.api.TransformResult;
import dev.rowan.api.plugin.Capability;
import dev.rowan.api.plugin.RowTransform;
import dev.rowan.engine.builder.PipelineBuilder;
import dev.rowan.engine.run.RunResult;
import dev.rowan.json.JsonException;
import dev.rowan.json.RowJson;
import dev.rowan.testkit.FixedTransformPlugin;
import dev.rowan.web.site.MadeRuns;
import dev.rowan.web.site.Site;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.FutureTask;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/// Control of a running run by the page.
@Timeout(120)
class OrderedRunTest {
    @TempDir
    private Path folder;

    private final CountDownLatch gate = new CountDownLatch(1);
    private final AtomicInteger passed = new AtomicInteger();

    /// A run whose rows block from the eleventh on.
    private FutureTask<RunResult> start(CallScope scope) throws Exception {
        Path rows = MadeRuns.rows(folder, 60);
        RowTransform slow = (row, _) -> {
            if (passed.incrementAndGet() > 10) {
                gate.await();
            }
            return TransformResult.success(row);
        };
        FutureTask<RunResult> running = scope.fork(() -> PipelineBuilder.named("slow")
                .run("window", 5)
                .source("jsonl", Map.of("path", rows.toString()))
                .plugin(new FixedTransformPlugin("slow", slow, Set.<Capability>of()))
                .transform("slow", Map.of())
                .sink(
                        "output",
                        "jsonl",
                        Map.of("path", folder.resolve("o.jsonl").toString()))
                .run(MadeRuns.url(folder)));
        while (passed.get() <= 10 && !running.isDone()) {
            Thread.onSpinWait();
        }
        return running;
    }

    private static Map<?, ?> json(HttpResponse<String> reply) throws JsonException {
        return RowJson.readRow(reply.body().getBytes(StandardCharsets.UTF_8)).asMap();
    }

    @Test
    @Tag("slow")
    void pausesResumesAndDrainsAndRecordsIt() throws Exception {
        try (var scope = CallScope.open("test-run");
                Site site = Site.over(folder)) {
            FutureTask<RunResult> running = start(scope);
            HttpResponse<String> paused = site.post("/api/runs/latest/orders", "{\"order\":\"pause\"}");
            assertThat(paused.statusCode()).as(paused.body()).isEqualTo(200);
            assertThat(json(paused).get("followed")).isEqualTo(true);
            while (!Boolean.TRUE.equals(site.json("/api/runs/latest").get("paused"))) {
                Thread.onSpinWait();
            }
            assertThat(site.page("/runs/latest"))
                    .contains(">paused<", "value=\"go_on\"")
                    .doesNotContain("value=\"pause\"");

            assertThat(site.post("/api/runs/latest/orders", "{\"order\":\"go_on\"}")
                            .statusCode())
                    .isEqualTo(200);
            HttpResponse<String> wrong =
                    site.post("/api/runs/latest/orders", "{\"order\":\"pool_size\",\"node\":\"nobody\",\"value\":3}");
            assertThat(wrong.statusCode()).isEqualTo(409);
            assertThat(String.valueOf(json(wrong).get("error"))).contains("nobody");

            HttpResponse<String> drained = site.post("/api/runs/latest/orders", "{\"order\":\"drain\"}");
            assertThat(drained.statusCode()).as(drained.body()).isEqualTo(200);
            gate.countDown();
            running.get();

            Map<?, ?> after = site.json("/api/runs/latest");
            assertThat(after.get("status")).isEqualTo("interrupted");
            assertThat((Long) after.get("rows_ended")).isLessThan(60L);
            List<Map<?, ?>> changes = Site.list(after, "changes");
            assertThat(changes.stream()
                            .map(one -> String.valueOf(one.get("order")))
                            .toList())
                    .containsExactly("pause", "go_on", "drain");
            assertThat(changes.stream()
                            .map(one -> String.valueOf(one.get("operator")))
                            .toList())
                    .containsOnly(System.getProperty("user.name", ""));
            assertThat(site.page("/runs/latest/record")).contains("Changes while running", ">pause<");
            HttpResponse<String> late = site.post("/api/runs/latest/orders", "{\"order\":\"pause\"}");
            assertThat(late.statusCode()).as(late.body()).isEqualTo(409);
        } finally {
            gate.countDown();
        }
    }

    @Test
    void acceptsControlRequestsByPostOnly() throws Exception {
        MadeRuns.noted(folder, "20261115-101010-aaaa", "x", List.of());
        try (Site site = Site.over(folder)) {
            assertThat(site.get("/api/runs/latest/orders?order=cancel").statusCode())
                    .isEqualTo(405);
            assertThat(site.post("/api/runs/latest/orders", "{\"order\":\"cancel\"}")
                            .statusCode())
                    .isEqualTo(409);
            assertThat(site.post("/api/runs/latest/orders", "{\"order\":\"explode\"}")
                            .statusCode())
                    .isEqualTo(400);
        }
    }
}
