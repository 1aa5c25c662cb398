package dev.rowan.app;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rowan.api.SystemTime;
import dev.rowan.api.Time;
import dev.rowan.testkit.server.PostgresServer;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;

/// Three real processes with one key on one PostgreSQL landscape, against a hidden limit. With `-Drowan.limits.seconds`
/// the rate of each phase is measured for so long, which says little in a few seconds or on a busy machine.
@ExtendWith(PostgresServer.class)
@Tag("slow")
@Timeout(600)
class SharedLimitIT {
    private static final Time TIME = new SystemTime();
    private static final double PER_SECOND = 40;
    private static final int SECONDS = Integer.getInteger("rowan.limits.seconds", 30);
    private static final String PIPELINE = """
        run: {name: shared}
        landscape: {url: "URL"}
        source: {plugin: csv, options: {path: rows.csv, id: id}}
        transforms:
          - plugin: llm
            options:
              model: openai/gpt-4o-mini
              user_prompt_template: "{{ text }}"
              output_key: mood
              max_tokens: 16
              pool_size: 16
        sinks:
          output: {plugin: jsonl, options: {path: moods.jsonl}}
        """;

    private final PostgresServer.Schema schema;
    private final Map<Character, RowanProcess> processes = new HashMap<>();

    @TempDir
    private Path folder;

    SharedLimitIT(PostgresServer.Schema schema) {
        this.schema = schema;
    }

    @AfterEach
    void stop() throws IOException {
        for (RowanProcess process : processes.values()) {
            process.close();
        }
    }

    @Test
    void threeProcessesShareOneLimit() throws Exception {
        try (var service = new LimitedService(TIME, PER_SECOND)) {
            startAll(service).getLast().awaitThat(this::isSharedByThree);
        }
    }

    private boolean isSharedByThree() {
        try {
            return RowanProgram.run(folder, "status", "latest", "--landscape", schema.url())
                    .out()
                    .contains("limit shared by 3 processes");
        } catch (Exception failed) {
            throw new AssertionError(failed);
        }
    }

    @Test
    @EnabledIfSystemProperty(named = "rowan.limits.seconds", matches = "\\d+")
    void threeProcessesUseOneLimitOnceAndTwoTakeOverWhenOneIsKilled() throws Exception {
        try (var service = new LimitedService(TIME, PER_SECOND)) {
            RowanProcess killed = startAll(service).getFirst();
            TIME.sleep(Duration.ofSeconds(3));
            Measured together = measure(service);
            killed.signal("KILL");
            TIME.sleep(Duration.ofSeconds(4));
            Measured afterwards = measure(service);

            System.out.println("three processes: " + together + "; two: " + afterwards);
            assertThat(together.used()).isGreaterThanOrEqualTo(0.9);
            assertThat(together.refused()).isLessThanOrEqualTo(0.05);
            assertThat(together.smallest()).isGreaterThan(0.2);
            assertThat(afterwards.used()).isGreaterThanOrEqualTo(0.9);
            assertThat(afterwards.refused()).isLessThanOrEqualTo(0.05);
        }
    }

    /// Starts three processes, and waits until each has had answers.
    private List<RowanProcess> startAll(LimitedService service) throws IOException, InterruptedException {
        var started = new ArrayList<RowanProcess>();
        for (char name : List.of('A', 'B', 'C')) {
            RowanProcess process = start(name, service);
            processes.put(name, process);
            started.add(process);
        }
        for (Map.Entry<Character, RowanProcess> process : processes.entrySet()) {
            process.getValue().awaitThat(() -> service.accepted(process.getKey()) > PER_SECOND / 2);
        }
        return started;
    }

    /// What was used of the limit, the share of requests refused, and the smallest part of a process.
    private record Measured(double used, double refused, double smallest) {}

    private static Measured measure(LimitedService service) throws InterruptedException {
        long before = service.accepted();
        long refusedBefore = service.refused();
        var each = new ArrayList<Long>();
        List.of('A', 'B', 'C').forEach(name -> each.add(service.accepted(name)));
        long from = TIME.nanos();
        TIME.sleep(Duration.ofSeconds(SECONDS));
        double accepted = service.accepted() - before;
        double refused = service.refused() - refusedBefore;
        double seconds = (TIME.nanos() - from) / 1e9;
        double least = accepted;
        for (int i = 0; i < each.size(); i++) {
            least = Math.min(least, (double) (service.accepted("ABC".charAt(i)) - each.get(i)));
        }
        return new Measured(accepted / PER_SECOND / seconds, refused / (accepted + refused), least / accepted);
    }

    private RowanProcess start(char name, LimitedService service) throws IOException {
        Path home = Files.createDirectory(folder.resolve(String.valueOf(name)));
        var rows = new StringBuilder("id,text\n");
        for (int row = 1; row <= PER_SECOND * (60 + 3 * SECONDS); row++) {
            rows.append(row).append(",row ").append(name).append(row).append('\n');
        }
        Files.writeString(home.resolve("rows.csv"), rows);
        Files.writeString(home.resolve("pipeline.yaml"), PIPELINE.replace("URL", schema.url()));
        return RowanProcess.start(
                home,
                RowanProcess.command("run", "pipeline.yaml"),
                Map.of("OPENAI_BASE_URL", service.base().toString(), "OPENAI_API_KEY", "sk-shared-key"));
    }
}
