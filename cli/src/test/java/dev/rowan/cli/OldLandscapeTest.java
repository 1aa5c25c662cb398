package dev.rowan.cli;

import static java.nio.charset.StandardCharsets.UTF_8;
import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;

import dev.rowan.api.SystemTime;
import dev.rowan.api.config.ConfigNode;
import dev.rowan.api.config.Problems;
import dev.rowan.api.config.Section;
import dev.rowan.cli.Program.Ran;
import dev.rowan.json.RowJson;
import dev.rowan.simulator.Simulator;
import dev.rowan.simulator.SimulatorSettings;
import java.io.IOException;
import java.io.InputStream;
import java.net.BindException;
import java.net.HttpURLConnection;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import java.util.zip.GZIPInputStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/// Landscapes that an earlier version wrote, used by this one. See `old-landscape/README.md`.
@Tag("slow")
@Timeout(120)
class OldLandscapeTest {
    private static final Path FIXTURES = Path.of("src/test/resources/old-landscape");
    private static final long PORT = 18099;
    private static final String ADDRESS = "http://127.0.0.1:" + PORT;
    private static final String KEY = "a-key-of-the-fixture";
    private static final String COMPLETED = "20261117-120701-jk73";
    private static final String INTERRUPTED = "20261117-120838-5qqj";
    private static final String KILLED = "20261117-120800-u8bq";
    private static final String WAITING = "20261117-120810-xzey";

    @TempDir
    private Path folder;

    private @Nullable Simulator simulator;
    private @Nullable Program program;

    /// Starts the simulator at the recorded port, since addresses are part of recorded requests; a test run of another
    /// clone may hold it for a while.
    @BeforeEach
    void startTheSimulator() throws IOException, InterruptedException {
        SimulatorSettings settings = Section.check(
                        ConfigNode.of(Map.of("port", PORT)), SimulatorSettings.OPTIONS, folder, new Problems())
                .map(SimulatorSettings::read)
                .orElseThrow();
        var time = new SystemTime();
        while (simulator == null) {
            try {
                simulator = Simulator.start(settings, time);
            } catch (BindException _) {
                time.sleep(Duration.ofMillis(100));
            }
        }
    }

    @AfterEach
    void stopTheSimulator() throws IOException {
        if (simulator != null) {
            simulator.close();
            simulator = null;
        }
    }

    /// Copies a fixture into the folder and points the program at the simulator.
    private void open(String fixture) throws IOException {
        Path from = FIXTURES.resolve(fixture);
        var opened = new Program(folder);
        program = opened;
        Files.delete(folder.resolve("reviews.csv"));
        try (Stream<Path> files = Files.walk(from)) {
            for (Path file : files.filter(Files::isRegularFile).toList()) {
                Path to = folder.resolve(from.relativize(file).toString());
                Files.createDirectories(to.getParent());
                Files.write(to, Files.readAllBytes(file));
            }
        }
        try (var packed = new GZIPInputStream(Files.newInputStream(folder.resolve("rowan.db.gz")))) {
            Files.write(folder.resolve("rowan.db"), packed.readAllBytes());
        }
        opened.variable("OPENAI_BASE_URL", ADDRESS + "/v1")
                .variable("OPENAI_API_KEY", KEY)
                .variable("AZURE_CONTENT_SAFETY_ENDPOINT", ADDRESS)
                .variable("AZURE_CONTENT_SAFETY_KEY", KEY);
    }

    private Ran exits(int code, String... arguments) {
        Ran ran = requireNonNull(program).run(arguments);
        assertThat(ran.code())
                .as(String.join(" ", arguments) + "\n" + ran.out() + ran.err())
                .isEqualTo(code);
        return ran;
    }

    /// Verifies a run whose output files moved with it.
    private Ran verifyMoved(int code, String... heads) {
        var arguments = new ArrayList<>(List.of("verify", "latest"));
        for (String sink : List.of("output=out/moods.jsonl", "blocked=out/blocked.jsonl", "failed=out/failed.jsonl")) {
            arguments.addAll(List.of("--sink", sink));
        }
        for (String head : heads) {
            arguments.addAll(List.of("--head", "out/rowan-" + head + ".head.json"));
        }
        return exits(code, arguments.toArray(String[]::new));
    }

    private List<String> lines(String file) throws IOException {
        return Files.readAllLines(folder.resolve(file));
    }

    @Test
    void readsACompletedRun() throws Exception {
        open("completed");
        assertThat(exits(0, "runs").out()).contains(COMPLETED, "completed", "24", "39");
        Map<?, ?> status = exits(0, "status", "latest", "--json").json();
        assertThat(status.get("run")).isEqualTo(COMPLETED);
        assertThat(status.get("status")).isEqualTo("completed");
        assertThat(status.get("rows_read")).isEqualTo(24L);
        assertThat(exits(0, "status", "latest").out())
                .contains("content_safety_violation", "attempts  44: 7 rejected, 37 answered", "$0.0000666");
        assertThat(exits(0, "rows", "latest", "--outcome", "failed").out()).contains("m05", "m18", "api_error");
    }

    @Test
    void explainsRowsThatPassedWereRetriedBlockedOrFailed() throws Exception {
        open("completed");
        assertThat(exits(0, "explain", "latest", "--row", "1").out())
                .contains("attempt 1  rejected 503", "attempt 2  answered 200", "sink 'output'");
        assertThat(exits(0, "explain", "latest", "--row", "5").out())
                .contains("rejected 400 (invalid)", "failed at mood: api_error, in sink 'failed'");
        assertThat(exits(0, "explain", "latest", "--row", "6").out())
                .contains("blocked at keyword_filter: blocked_content");
        assertThat(exits(0, "explain", "latest", "--row", "7").out())
                .contains("blocked at azure_content_safety: content_safety_violation");
    }

    @Test
    void verifiesProvesAndExportsACompletedRun() throws Exception {
        open("completed");
        assertThat(verifyMoved(0, COMPLETED).out()).contains("233 events", "24 rows read, 24 ended");
        assertThat(exits(0, "prove", "latest", "--row", "5").out())
                .contains("db3e2a79020ab2abbaca517f4c0cd257aa55afd94735785497de7056c3b745b4");
        assertThat(exits(0, "export", "latest", "--what", "rows").out().lines()).hasSize(24);
        assertThat(exits(0, "export", "latest", "--what", "calls").out().lines())
                .hasSize(44);
        assertThat(exits(0, "export", "latest", "--what", "runs").out()).contains(COMPLETED, "completed");
        assertThat(exits(0, "export", "latest", "--what", "costs").out()).contains("gpt-4o-mini");
    }

    @Test
    void noticesAChangedByteInAnOldOutput() throws Exception {
        open("completed");
        Path moods = folder.resolve("out/moods.jsonl");
        Files.writeString(moods, Files.readString(moods).replaceFirst("kettle", "Kettle"));
        assertThat(verifyMoved(10, COMPLETED).out()).contains("out/moods.jsonl");
    }

    @Test
    void replaysEveryRunWithoutAService() throws Exception {
        open("completed");
        stopTheSimulator();
        replays();
        open("interrupted");
        replays();
        open("killed");
        replays();
    }

    @Test
    void retriesTheFailedRows() throws Exception {
        open("completed");
        assertThat(exits(0, "retry", "latest").out()).contains("2 reused from an earlier run at no cost");
        assertThat(lines("out/moods.jsonl")).hasSize(18);
        exits(0, "verify", "latest");
        replays();
    }

    @Test
    void resumesAnInterruptedRun() throws Exception {
        open("interrupted");
        assertThat(exits(0, "status", "latest").out())
                .contains("interrupted", "stopped by SIGINT", "no outcome  37", "mood                     3");
        assertThat(verifyMoved(11, INTERRUPTED).out()).contains("181 events");
        resumesToTheEnd(INTERRUPTED);
        assertThat(exits(0, "status", "latest").out()).contains("attempts  65: 65 answered");
    }

    @Test
    void resumesAKilledRun() throws Exception {
        open("killed");
        assertThat(exits(0, "status", "latest").out()).contains("killed, last heartbeat", "2 open");
        assertThat(verifyMoved(11).out()).contains("no end recorded");
        exits(4, "resume", "latest");
        assertThat(exits(0, "status", "latest").out()).contains("2 unknown");
        exits(0, "verify", "latest");
        replays();
        assertThat(exits(0, "retry", KILLED).out()).contains("completed");
    }

    @Test
    void resumesAKilledRunAtAnotherAddress() throws Exception {
        open("killed");
        try (Simulator moved = Simulator.start(SimulatorSettings.DEFAULT, new SystemTime())) {
            requireNonNull(program)
                    .variable("OPENAI_BASE_URL", moved.address() + "/v1")
                    .variable("AZURE_CONTENT_SAFETY_ENDPOINT", moved.address().toString());
            exits(4, "resume", "latest");
            exits(0, "verify", "latest");
        }
    }

    @Test
    void resumesARunThatWaitsForABatch() throws Exception {
        open("waiting");
        submitAsThen();
        assertThat(exits(0, "batch", "list").out()).contains("batch_c19c9113e0a7f965", "running", "10");
        assertThat(exits(0, "batch", "show", "latest", "1").out())
                .contains("e80lfmhpp1hj5623", "create_intent", "created", "requests.jsonl");
        assertThat(verifyMoved(11, WAITING).out()).contains("waiting, 12 rows read, 0 ended");
        assertThat(exits(0, "explain", "latest", "--row", "1").out()).contains("batch_c19c9113e0a7f965");
        resumesToTheEnd(WAITING);
        assertThat(lines("out/moods.jsonl")).hasSize(10);
        assertThat(exits(0, "batch", "show", "latest", "1").out()).contains("settled");
    }

    private void resumesToTheEnd(String run) throws Exception {
        exits(0, "resume", "latest");
        Map<?, ?> status = exits(0, "status", "latest", "--json").json();
        assertThat(status.get("run")).isEqualTo(run);
        assertThat(status.get("status")).isEqualTo("completed");
        exits(0, "verify", "latest");
        replays();
    }

    private void replays() throws Exception {
        Map<?, ?> replay = exits(0, "replay", "latest", "--json", "-q").json();
        assertThat(replay.get("equal")).isEqualTo(true);
        assertThat(replay.get("calls_sent")).isEqualTo(0L);
    }

    /// Submits the batch of the waiting run once more: the simulator derives ids from requests, so that the job's
    /// recorded ids are valid again.
    private void submitAsThen() throws Exception {
        String jsonl = Files.readString(folder.resolve("artifacts/" + WAITING + "/1/openai/requests.jsonl"));
        String form = part("name=\"purpose\"", "batch")
                + part("name=\"file\"; filename=\"e80lfmhpp1hj5623.jsonl\"\r\nContent-Type: application/jsonl", jsonl)
                + "--fixture--\r\n";
        Object file = post("/v1/files", "multipart/form-data; boundary=fixture", form);
        Object batch = post(
                "/v1/batches",
                "application/json",
                "{\"input_file_id\":\"" + file
                        + "\",\"endpoint\":\"/v1/chat/completions\",\"completion_window\":\"24h\","
                        + "\"metadata\":{\"rowan\":\"rowan-e80lfmhpp1hj5623\"}}");
        assertThat(batch).isEqualTo("batch_c19c9113e0a7f965");
    }

    private static String part(String disposition, String content) {
        return "--fixture\r\nContent-Disposition: form-data; " + disposition + "\r\n\r\n" + content + "\r\n";
    }

    private Object post(String path, String type, String body) throws Exception {
        var exchange = (HttpURLConnection) URI.create(ADDRESS + path).toURL().openConnection();
        exchange.setRequestMethod("POST");
        exchange.setDoOutput(true);
        exchange.setRequestProperty("Content-Type", type);
        exchange.setRequestProperty("Authorization", "Bearer " + KEY);
        exchange.getOutputStream().write(body.getBytes(UTF_8));
        try (InputStream in = exchange.getInputStream()) {
            Map<?, ?> reply = RowJson.readValue(in.readAllBytes()) instanceof Map<?, ?> map ? map : Map.of();
            return String.valueOf(reply.get("id"));
        }
    }
}
