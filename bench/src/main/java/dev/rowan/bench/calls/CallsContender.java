package dev.rowan.bench.calls;

import dev.rowan.api.SystemTime;
import dev.rowan.api.Time;
import dev.rowan.api.call.WireRequest;
import dev.rowan.bench.harness.SimulatorProcess;
import dev.rowan.chaos.image.Folders;
import dev.rowan.providers.http.AuditedClient;
import java.io.BufferedReader;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;

/// The process of a contender of [CallsBench]: for each line on standard input it runs a round and writes its figures
/// as a [CallsLine].
public final class CallsContender {
    private static final Duration ROUND = Duration.ofSeconds(3);
    private static final int REQUESTS = 1_000;

    private CallsContender() {}

    private interface Rounds {
        CallsPipeline.Figures next() throws Exception;
    }

    /// The name of the contender, and the rest from [CallsProcess].
    public static void run(String... args) throws Exception {
        var simulator = SimulatorProcess.running(Long.parseLong(args[1]), args[2]);
        var load = new CallsPipeline.Load(
                Integer.parseInt(args[3]), args[4], Long.parseLong(args[5]), Long.parseLong(args[6]));
        Path folder = Files.createTempDirectory("rowan-bench");
        Time time = new SystemTime();
        try (AuditedClient wire = CallsClient.audited()) {
            var pipeline = new CallsPipeline(folder, simulator, wire, time, CallsPipeline.Durability.SYNCED);
            if (args[0].equals("pipeline")) {
                answer(() -> pipeline.run(load));
                return;
            }
            try (CallsClient client = client(args[0], wire, simulator, pipeline.requests(REQUESTS))) {
                var round = new CallsRound(client, load.poolSize(), time);
                answer(() -> new CallsPipeline.Figures(round.run(ROUND, simulator), 0, 0, 0));
            }
        } finally {
            Folders.remove(folder);
        }
    }

    private static CallsClient client(
            String who, AuditedClient wire, SimulatorProcess simulator, List<WireRequest> requests) throws Exception {
        return switch (who) {
            case "bare" -> new CallsClient.Bare(wire, requests);
            case "sdk" -> CallsClient.openAiSdk(simulator.address().resolve("/v1"), CallsPipeline.KEY, requests);
            default -> throw new IllegalArgumentException("bare, sdk or pipeline, got '" + who + "'");
        };
    }

    private static void answer(Rounds rounds) throws Exception {
        var asked = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
        while (asked.readLine() != null) {
            System.out.println(CallsLine.of(rounds.next()));
        }
    }
}
