package dev.rowan.bench.crash;

import dev.rowan.api.SystemTime;
import dev.rowan.api.Time;
import dev.rowan.chaos.CrashReport;
import dev.rowan.chaos.batch.BatchCampaign;
import dev.rowan.chaos.batch.BatchCampaign.Case;
import dev.rowan.chaos.batch.BatchScenario;
import dev.rowan.chaos.image.Folders;
import dev.rowan.engine.pipeline.PluginCatalog;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.TreeMap;

/// Kills batch runs at every point, resumes and checks each:
/// `./rowan bench batch_crashes [CRASHES SEED CASE]`, by default 1,000 over every provider and every
/// behaviour of its service, in memory. CASE selects one of these by its name or a prefix of it:
/// `OPENAI-EXPIRING`.
public final class BatchCrashesBench {
    private static final Path MEMORY = Path.of("/dev/shm");
    /// Parallel runs: one alone mostly waits for its clock to advance.
    private static final int AT_ONCE = 10;

    private BatchCrashesBench() {}

    public static void run(String... args) throws Exception {
        int crashes = args.length > 0 ? Integer.parseInt(args[0]) : 1_000;
        long seed = args.length > 1 ? Long.parseLong(args[1]) : 1;
        String named = args.length > 2 ? args[2] : "";
        List<Case> cases = BatchCampaign.all().stream()
                .filter(each -> each.toString().startsWith(named))
                .toList();
        if (cases.isEmpty()) {
            System.err.println("there is no case " + named + "; known are " + BatchCampaign.all());
            System.exit(2);
        }
        Path folder = Files.isWritable(MEMORY)
                ? Files.createTempDirectory(MEMORY, "rowan-crashes-")
                : Files.createTempDirectory("rowan-crashes-");
        Time time = new SystemTime();
        long began = time.nanos();
        CrashReport report = new BatchCampaign(folder, PluginCatalog.load(), seed, AT_ONCE)
                .run(cases, crashes, BatchScenario.POINTS);
        print(report, cases.size(), seed, Duration.ofNanos(time.nanos() - began));
        if (report.found().isEmpty()) {
            Folders.remove(folder);
        } else {
            System.out.println("kept in " + folder);
            System.exit(1);
        }
    }

    private static void print(CrashReport report, int cases, long seed, Duration took) {
        System.out.printf(
                "%,d crashes of %d cases in %d s, seed %d; by depth %s%nby point %s%n",
                report.crashes(), cases, took.toSeconds(), seed, report.depths(), new TreeMap<>(report.points()));
        System.out.printf(
                "%,d rows checked, of which %,d had used up their tries%nfindings %s%n",
                report.checked(), report.excused(), report.invariants());
        report.found()
                .forEach(found -> System.out.println(found.trail() + " " + found.findings() + " "
                        + found.evidence().map(Path::toString).orElse("")));
    }
}
