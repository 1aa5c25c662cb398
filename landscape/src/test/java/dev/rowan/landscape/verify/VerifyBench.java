package dev.rowan.landscape.verify;

import dev.rowan.api.SystemTime;
import dev.rowan.api.plugin.Sink;
import dev.rowan.landscape.Calls;
import dev.rowan.landscape.Landscape;
import dev.rowan.landscape.LandscapeRecorder;
import dev.rowan.landscape.Samples;
import dev.rowan.landscape.open.Landscapes;
import dev.rowan.landscape.record.LogEntry;
import dev.rowan.landscape.record.LogEntry.CallState;
import dev.rowan.landscape.record.RunEnd;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Optional;

/// Verifies a run of at least a million events: `java -Xmx256m … VerifyBench FOLDER [EVENTS]`. The record is made
/// first when the folder has none.
final class VerifyBench {
    private static final int PER_ROW = 6;
    private static final int GROUP = 500;

    private VerifyBench() {}

    public static void main(String[] args) throws Exception {
        Path folder = Path.of(args[0]);
        long events = args.length > 1 ? Long.parseLong(args[1]) : 1_000_000;
        if (!Files.exists(folder.resolve("rowan.db"))) {
            record(folder, events / PER_ROW + 1);
        }
        var time = new SystemTime();
        long started = time.nanos();
        try (ChainCheck check = ChainCheck.open("sqlite:rowan.db", folder)) {
            VerifyReport report =
                    check.verify("a", VerifyInputs.itself().unknownResends(1).mostOpen(0));
            Duration took = Duration.ofNanos(time.nanos() - started);
            System.out.println(report.verdict() + "\n" + report.progress() + ", findings " + report.findings() + "\n"
                    + took + ", heap of at most " + (Runtime.getRuntime().maxMemory() >> 20) + " MiB");
        }
    }

    private static void record(Path folder, long rows) throws InterruptedException {
        try (Landscape landscape = Landscapes.open("sqlite:rowan.db", folder, new SystemTime(), new SecureRandom());
                LandscapeRecorder recorder = landscape.start(Samples.run("a"))) {
            for (long from = 1; from <= rows; from += GROUP) {
                var entries = new ArrayList<LogEntry>();
                var outcomes = new ArrayList<LogEntry>();
                long to = Math.min(rows, from + GROUP - 1);
                for (long row = from; row <= to; row++) {
                    entries.add(Samples.read(row));
                    entries.add(Samples.passed(row, 0, 0, Samples.row(row), Samples.row(row)));
                    entries.add(Calls.intended(row, 1, 1));
                    entries.add(Calls.ended(row, 1, 1, CallState.ANSWERED));
                    entries.add(Samples.passed(
                            row, 0, 1, Samples.row(row), Samples.row(row).with("mood", "fine")));
                    outcomes.add(Samples.completed(row, 0));
                }
                entries.add(new LogEntry.SinkSynced("output", Samples.T, new Sink.Mark(to, 0, to * 100, "ef")));
                entries.addAll(outcomes);
                recorder.record(entries);
            }
            recorder.end(new RunEnd(RunEnd.Status.COMPLETED, rows, Optional.empty()));
        }
    }
}
