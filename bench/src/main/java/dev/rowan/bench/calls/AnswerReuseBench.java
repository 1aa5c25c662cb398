package dev.rowan.bench.calls;

import com.sun.management.OperatingSystemMXBean;
import dev.rowan.api.Outcome;
import dev.rowan.api.SystemTime;
import dev.rowan.api.Time;
import dev.rowan.api.call.Headers;
import dev.rowan.api.call.Payload;
import dev.rowan.api.call.Timings;
import dev.rowan.api.call.Wire;
import dev.rowan.api.call.WireReply;
import dev.rowan.api.plugin.PluginException;
import dev.rowan.api.plugin.Sink;
import dev.rowan.api.secret.SecretSource;
import dev.rowan.chaos.image.Folders;
import dev.rowan.engine.builder.PipelineBuilder;
import dev.rowan.engine.run.PipelineRun;
import dev.rowan.engine.run.RunResult;
import dev.rowan.engine.startup.RunEnvironment;
import dev.rowan.engine.startup.RunRequest;
import dev.rowan.engine.startup.SinceRun;
import dev.rowan.landscape.Landscape;
import dev.rowan.landscape.open.Landscapes;
import dev.rowan.landscape.verify.ChainCheck;
import dev.rowan.landscape.verify.VerifyInputs;
import java.io.BufferedWriter;
import java.io.IOException;
import java.io.PrintStream;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.concurrent.atomic.LongAdder;

/// Answers that are taken instead of being asked for, with a service that answers at once, so that the engine is all
/// that takes time; everything is recorded in SQLite.
///
/// `./rowan bench dedupe [ROUNDS [ROWS]]` runs rows without and with `dedupe`, interleaved: all requests different, and
/// 30 % of them equal to others. `./rowan bench since [ROWS [ROUNDS]]` runs a pipeline, changes 1 % of the rows and
/// runs
/// it again with `--since`, and once more without calls, as often as there are rounds.
///
/// Beside rows a second it compares the processor time of a row, which other programs on the machine hardly change. A
/// first round warms up and does not count.
public final class AnswerReuseBench {
    private static final OperatingSystemMXBean SYSTEM =
            ManagementFactory.getPlatformMXBean(OperatingSystemMXBean.class);
    private static final Timings NO_TIME = new Timings(Optional.empty(), Optional.empty(), Duration.ZERO);
    private static final WireReply ANSWER = new WireReply.Complete(
            200,
            Headers.of("Content-Type", "application/json"),
            Payload.utf8(
                    "{\"id\":\"c1\",\"object\":\"chat.completion\",\"model\":\"gpt-4o-mini\",\"choices\":[{\"index\":0,"
                            + "\"message\":{\"role\":\"assistant\",\"content\":\"positive\"},\"finish_reason\":\"stop\"}],"
                            + "\"usage\":{\"prompt_tokens\":60,\"completion_tokens\":2,\"total_tokens\":62}}"),
            Optional.empty(),
            NO_TIME);

    private final PrintStream out = System.out;
    private final Time time = new SystemTime();

    private AnswerReuseBench() {}

    public static void dedupe(String... args) throws Exception {
        int rounds = args.length > 0 ? Integer.parseInt(args[0]) : 5;
        int rows = args.length > 1 ? Integer.parseInt(args[1]) : 100_000;
        var bench = new AnswerReuseBench();
        bench.compare("all different", rounds, rows, 0);
        bench.compare("30 % equal", rounds, rows, 30);
    }

    public static void since(String... args) throws Exception {
        int rows = args.length > 0 ? Integer.parseInt(args[0]) : 100_000;
        new AnswerReuseBench().since(rows, args.length > 1 ? Integer.parseInt(args[1]) : 3);
    }

    /// Rows a second, the processor time of a row in microseconds, and how many calls were sent.
    private record Measured(double rowsPerSecond, double cpuMicros, long sent, RunResult result) {}

    private void compare(String name, int rounds, int rows, int percentEqual) throws Exception {
        var ratios = new ArrayList<Double>();
        var cpuRatios = new ArrayList<Double>();
        for (int round = 0; round <= rounds; round++) {
            boolean withFirst = round % 2 == 1; // neither is always the one that runs on a warmer machine
            Measured first = fresh(rows, percentEqual, withFirst);
            Measured second = fresh(rows, percentEqual, !withFirst);
            Measured with = withFirst ? first : second;
            Measured without = withFirst ? second : first;
            if (round > 0) {
                ratios.add(with.rowsPerSecond() / without.rowsPerSecond());
                cpuRatios.add(without.cpuMicros() / with.cpuMicros());
            }
            out.printf(
                    "%s, round %d: %,.0f rows/s without dedupe, %,.0f with; %.0f and %.0f µs of processor time a row;"
                            + " %,d and %,d calls%n",
                    name,
                    round,
                    without.rowsPerSecond(),
                    with.rowsPerSecond(),
                    without.cpuMicros(),
                    with.cpuMicros(),
                    without.sent(),
                    with.sent());
            long distinct = rows - (long) rows * percentEqual / 100;
            if (with.sent() != distinct) {
                throw new IllegalStateException(with.sent() + " calls for " + distinct + " distinct requests");
            }
        }
        print(name + ": rows/s with dedupe to without", ratios);
        print(name + ": the same by processor time", cpuRatios);
    }

    private void print(String what, List<Double> ratios) {
        Collections.sort(ratios);
        out.printf(
                "%s, median ratio %.3f (%.3f to %.3f)%n",
                what, ratios.get(ratios.size() / 2), ratios.getFirst(), ratios.getLast());
    }

    private Measured fresh(int rows, int percentEqual, boolean dedupe) throws Exception {
        Path folder = Files.createTempDirectory("rowan-bench");
        try {
            Path input = folder.resolve("rows.csv");
            write(input, rows, percentEqual, 0);
            return run(folder, input, true, dedupe, Optional.empty());
        } finally {
            Folders.remove(folder);
        }
    }

    private void since(int rows, int rounds) throws Exception {
        Path folder = Files.createTempDirectory("rowan-bench");
        try {
            Path input = folder.resolve("rows.csv");
            write(input, rows, 0, 0);
            Measured first = run(folder, input, true, false, Optional.empty());
            out.printf("first run: %,d calls, %,.0f rows/s%n", first.sent(), first.rowsPerSecond());
            long started = time.nanos();
            try (ChainCheck check = ChainCheck.open("sqlite:" + folder.resolve("landscape.db"), Path.of(""))) {
                if (!check.verify(first.result().runId(), VerifyInputs.itself())
                        .findings()
                        .isEmpty()) {
                    throw new IllegalStateException("the first run does not verify");
                }
            }
            out.printf("verified in %.1f s%n", (time.nanos() - started) / 1e9);
            write(input, rows, 0, 100);
            var ratios = new ArrayList<Double>();
            var cpuRatios = new ArrayList<Double>();
            for (int round = 0; round < rounds; round++) {
                Measured second = since(folder, input, rows, first);
                Measured plain = run(folder, input, false, false, Optional.empty());
                ratios.add(second.rowsPerSecond() / plain.rowsPerSecond());
                cpuRatios.add(plain.cpuMicros() / second.cpuMicros());
                out.printf(
                        "since: %,d calls, %,d reused, %,.0f rows/s; without calls %,.0f rows/s; %.0f and %.0f µs of"
                                + " processor time a row%n",
                        second.sent(),
                        second.result().counts().calls().reused(),
                        second.rowsPerSecond(),
                        plain.rowsPerSecond(),
                        second.cpuMicros(),
                        plain.cpuMicros());
            }
            print("rows/s with --since to those without calls", ratios);
            print("the same by processor time", cpuRatios);
        } finally {
            Folders.remove(folder);
        }
    }

    private Measured since(Path folder, Path input, int rows, Measured first) throws Exception {
        Measured second = run(
                folder,
                input,
                true,
                false,
                Optional.of(new SinceRun(first.result().runId(), Optional.empty(), false)));
        if (second.sent() != rows / 100) {
            throw new IllegalStateException(second.sent() + " calls for " + rows / 100 + " changed rows");
        }
        return second;
    }

    /// `percentEqual` of the rows repeat an earlier text; every `changed`th has another one than before.
    private static void write(Path input, int rows, int percentEqual, int changed) throws IOException {
        long distinct = rows - (long) rows * percentEqual / 100;
        try (BufferedWriter file = Files.newBufferedWriter(input)) {
            file.write("id,text\n");
            for (int row = 0; row < rows; row++) {
                String text = "review " + row * 7_919L % distinct + " of a lamp that arrived on time and works fine";
                file.write(row + "," + text + (changed > 0 && row % changed == 0 ? " and more" : "") + "\n");
            }
        }
    }

    private Measured run(Path folder, Path input, boolean calls, boolean dedupe, Optional<SinceRun> since)
            throws Exception {
        var sent = new LongAdder();
        Wire wire = _ -> {
            sent.increment();
            return ANSWER;
        };
        Path output = folder.resolve("output.jsonl");
        Files.deleteIfExists(output);
        PipelineBuilder builder = PipelineBuilder.named("taken").source("csv", Map.of("path", input.toString()));
        Path key = Files.writeString(folder.resolve("key"), CallsPipeline.KEY);
        builder = calls
                ? builder.transform(
                        "llm",
                        Map.of(
                                "model",
                                "openai/gpt-4o-mini",
                                "base_url",
                                "http://127.0.0.1:1/v1",
                                "api_key",
                                "file:" + key,
                                "user_prompt_template",
                                "Is this positive or negative? {{ text }}",
                                "output_key",
                                "mood",
                                "dedupe",
                                dedupe,
                                "pool_size",
                                64))
                : builder.transform("truncate", Map.of("fields", "text", "max_chars", 20));
        try (Landscape landscape =
                Landscapes.open("sqlite:" + folder.resolve("landscape.db"), Path.of(""), time, new SecureRandom())) {
            var request =
                    RunRequest.fresh("bench", List.of("bench"), "bench", OptionalLong.empty(), Sink.Existing.REFUSE);
            var environment =
                    RunEnvironment.of(wire, new SecretSource(Map.of(), folder, Duration.ofSeconds(30)), () -> {
                        throw new PluginException("there is no simulator here");
                    });
            var run = new PipelineRun(
                    builder.sink("output", "jsonl", Map.of("path", output.toString()))
                            .assemble(),
                    landscape,
                    since.map(request::since).orElse(request),
                    environment,
                    time,
                    new SecureRandom());
            long started = time.nanos();
            long cpu = SYSTEM.getProcessCpuTime();
            RunResult result = run.run();
            double seconds = (time.nanos() - started) / 1e9;
            double cpuMicros = (SYSTEM.getProcessCpuTime() - cpu) / 1e3;
            long completed = result.counts().outcomes().getOrDefault(Outcome.COMPLETED, 0L);
            if (completed != result.counts().rowsRead()) {
                throw new IllegalStateException("not every row was answered: " + result.counts());
            }
            return new Measured(completed / seconds, cpuMicros / completed, sent.sum(), result);
        }
    }
}
