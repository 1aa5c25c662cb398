package dev.rowan.bench.batch;

import dev.rowan.api.SystemTime;
import dev.rowan.api.Time;
import dev.rowan.bench.calls.CallsPipeline;
import dev.rowan.bench.harness.RowanCommand;
import dev.rowan.bench.harness.SimulatorControl;
import dev.rowan.bench.harness.SimulatorProcess;
import dev.rowan.chaos.image.Folders;
import java.io.BufferedWriter;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;

/// Many concurrent jobs with every final status: checks that every row has exactly one end; reports time and heap.
///
/// `./rowan bench batch_jobs [JOBS [ROWS_A_JOB [SEED]]]`, by default 100 jobs of 5,000 rows, with `rowan run`
/// in a JVM of 512 MiB and the simulator in another. When all jobs are with the simulator, its clock is put
/// forward in steps, and after each some jobs expire, are cancelled or complete by chance, with as much done
/// as there is by then. What they left goes into further jobs, which complete by themselves. Results come in
/// an order of their own.
public final class BatchJobsBench {
    private static final int STEPS = 20;
    private static final Duration GLANCE = Duration.ofMillis(250);
    private static final Duration LONGEST = Duration.ofMinutes(15);
    private static final String PIPELINE = """
            run: {name: jobs}
            source: {plugin: csv, options: {path: rows.csv, id: id}}
            transforms:
              - plugin: llm
                options:
                  model: openai/gpt-4o-mini
                  price: {input: 0.15, output: 0.6}
                  user_prompt_template: "Is this positive, negative or neutral? {{ text }}"
                  output_key: mood
                  max_tokens: 16
                  mode: batch
                  batch: {max_requests: ITEMS, poll_interval: 1s, poll_max: 2s}
                  on_error: failed
            sinks:
              output: {plugin: jsonl, options: {path: out/moods.jsonl}}
              failed: {plugin: jsonl, options: {path: out/failed.jsonl}}
            """;

    private final PrintStream out;
    private final Time time = new SystemTime();
    private final Path folder;
    private final int jobs;
    private final int items;
    private final Random chance;

    private BatchJobsBench(PrintStream out, Path folder, int jobs, int items, long seed) {
        this.out = out;
        this.folder = folder;
        this.jobs = jobs;
        this.items = items;
        this.chance = new Random(seed);
    }

    public static void run(String... args) throws Exception {
        int jobs = args.length > 0 ? Integer.parseInt(args[0]) : 100;
        int items = args.length > 1 ? Integer.parseInt(args[1]) : 5_000;
        long seed = args.length > 2 ? Long.parseLong(args[2]) : 1;
        Path folder = Files.createTempDirectory("rowan-batch-jobs");
        System.out.printf("%d jobs of %,d rows, seed %d%n", jobs, items, seed);
        try (var simulator = SimulatorProcess.start("{\"batch\": {\"running\": \"1h\", \"order\": \"shuffled\"}}");
                var control = new SimulatorControl(simulator.address())) {
            new BatchJobsBench(System.out, folder, jobs, items, seed).measure(simulator, control);
        } finally {
            Folders.remove(folder);
        }
    }

    private void measure(SimulatorProcess simulator, SimulatorControl control) throws Exception {
        rows();
        Files.writeString(folder.resolve("pipeline.yaml"), PIPELINE.replace("ITEMS", Integer.toString(items)));
        var rowan = new RowanCommand(
                folder,
                Map.of(
                        "OPENAI_BASE_URL",
                        simulator.address().resolve("/v1").toString(),
                        "OPENAI_API_KEY",
                        CallsPipeline.KEY),
                "512m");
        long began = time.nanos();
        Process run = rowan.start("run", "pipeline.yaml", "--json", "-q");
        try {
            List<String> ids = submitted(run, control);
            out.printf("%d jobs are with the simulator after %.0f s%n", ids.size(), since(began));
            control.ask("PUT", "settings", "{\"batch\": {\"running\": \"2s\", \"order\": \"shuffled\"}}");
            meddle(ids, control);
            out.printf("the last of them was ended after %.0f s%n", since(began));
            if (!run.waitFor(LONGEST.toSeconds(), TimeUnit.SECONDS)) {
                throw new IllegalStateException("the run has not ended after " + LONGEST);
            }
        } finally {
            run.destroyForcibly();
        }
        double seconds = since(began);
        String said = rowan.said();
        if (run.exitValue() != 0) {
            throw new IllegalStateException("the run ended with " + run.exitValue() + ": " + said);
        }
        out.printf("the run took %.0f s, in a heap of 512 MiB%n", seconds);
        new BatchPartition(folder, (long) jobs * items, out).check(control);
        began = time.nanos();
        int verified = rowan.start("verify", "latest").waitFor();
        out.printf("verify ended with %d after %.0f s%n", verified, since(began));
        if (verified != 0) {
            throw new IllegalStateException("verify: " + rowan.said());
        }
    }

    private double since(long began) {
        return (time.nanos() - began) / 1e9;
    }

    private void rows() throws IOException {
        try (BufferedWriter csv = Files.newBufferedWriter(folder.resolve("rows.csv"))) {
            csv.write("id,text\n");
            for (long row = 1; row <= (long) jobs * items; row++) {
                csv.write("R" + row + ",the " + (row % 3 == 0 ? "great" : "poor") + " lamp of order " + row + "\n");
            }
        }
    }

    /// Waits until all jobs are created.
    private List<String> submitted(Process run, SimulatorControl control) throws IOException, InterruptedException {
        while (true) {
            List<Map<?, ?>> made = control.jobs();
            if (made.size() >= jobs) {
                return made.stream().map(job -> String.valueOf(job.get("id"))).toList();
            }
            if (!run.isAlive()) {
                throw new IllegalStateException("the run ended when it had made " + made.size() + " jobs");
            }
            time.sleep(GLANCE);
        }
    }

    private void meddle(List<String> ids, SimulatorControl control) throws IOException, InterruptedException {
        var left = new ArrayList<>(ids);
        Collections.shuffle(left, chance);
        var fates = new TreeMap<String, Integer>();
        for (int step = 1; step <= STEPS; step++) {
            control.ask("POST", "advance?by=PT" + 3_000 / STEPS + "S", "");
            int keep = ids.size() * (STEPS - step) / STEPS;
            while (left.size() > keep) {
                String fate = List.of("expire", "expire", "cancel", "complete", "complete")
                        .get(chance.nextInt(5));
                control.ask("POST", "batches/" + left.removeLast() + "/" + fate, "");
                fates.merge(fate, 1, Integer::sum);
            }
            time.sleep(GLANCE);
        }
        out.println("what became of them: " + fates);
    }
}
