package dev.rowan.bench.batch;

import com.sun.management.OperatingSystemMXBean;
import dev.rowan.api.SystemTime;
import dev.rowan.api.Time;
import dev.rowan.bench.harness.ChildJvm;
import dev.rowan.chaos.image.Folders;
import java.io.IOException;
import java.io.PrintStream;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.function.ToDoubleFunction;

/// The request file and the results of jobs, without the landscape, against plain Jackson.
///
/// `./rowan bench batch_files [ROWS [ROWS_A_JOB]]`, by default a million rows in jobs of 50,000, in a JVM
/// with 256 MiB. Each job is a round, in which every way takes its turn; the first turn goes round. Each way
/// writes the same bytes, which is checked. Waiting for the disk is left out, of all alike, and told apart.
public final class BatchFilesBench {
    private static final int WARM_UP = 4;

    private final PrintStream out;
    private final Time time = new SystemTime();
    private final OperatingSystemMXBean system = (OperatingSystemMXBean) ManagementFactory.getOperatingSystemMXBean();
    private final int items;
    private final Path folder;

    private BatchFilesBench(PrintStream out, int items, Path folder) {
        this.out = out;
        this.items = items;
        this.folder = folder;
    }

    public static void run(String... args) throws Exception {
        String rows = args.length > 0 ? args[0] : "1000000";
        String job = args.length > 1 ? args[1] : "50000";
        Path folder = Files.createTempDirectory("rowan-batch-files");
        try {
            ChildJvm.run(List.of("-Xmx256m"), List.of("batch_files_inside", rows, job, folder.toString()));
        } finally {
            Folders.remove(folder);
        }
    }

    public static void inside(String... args) throws Exception {
        int items = Integer.parseInt(args[1]);
        new BatchFilesBench(System.out, items, Path.of(args[2])).measure(Integer.parseInt(args[0]) / items);
    }

    /// One way to do it, and how its rounds went.
    private record Entrant(String title, BatchFileWays.Way way, List<Round> rounds) {}

    /// A turn of one way: its time, the processor time of the whole process in it, and what the disk took
    /// behind it.
    private record Round(double seconds, double cpu, double disk) {}

    private void measure(int jobs) throws Exception {
        BatchMaterial material = BatchMaterial.make(folder);
        var ways = new BatchFileWays(material, folder, items, time);
        List<Entrant> writers = List.of(
                new Entrant("Rowan", ways::write, new ArrayList<>()),
                new Entrant("Jackson, values", ways::writeValues, new ArrayList<>()),
                new Entrant("Jackson, tokens", ways::writeTokens, new ArrayList<>()),
                new Entrant("Jackson, raw copy", ways::writeRaw, new ArrayList<>()));
        var reads = new Entrant("Rowan", ways::read, new ArrayList<>());
        var receipts = new Entrant("Rowan, receipts", ways::readReceipts, new ArrayList<>());
        var jackson = new Entrant("Jackson, tokens", ways::readTokens, new ArrayList<>());
        List<Entrant> readers = List.of(reads, receipts, jackson);
        double before = 0;
        for (int job = -WARM_UP; job < jobs; job++) {
            if (job == 0) {
                writers.forEach(each -> each.rounds().clear());
                readers.forEach(each -> each.rounds().clear());
                before = heap();
            }
            ways.job(job + WARM_UP);
            take(turned(writers, job));
            ways.check();
            take(turned(readers, job));
        }
        out.printf(
                "%,d rows in %d jobs; a request has %,d bytes, a result %,d; heap in use after the first jobs %.1f MB,"
                        + " at the end %.1f MB%n",
                (long) jobs * items, jobs, ways.requestBytes() / items, ways.resultBytes() / items, before, heap());
        print("write", writers, (double) ways.requestBytes());
        print("read", List.of(reads, jackson), (double) ways.resultBytes());
        print("read, with receipts", List.of(receipts, jackson), (double) ways.resultBytes());
    }

    private static List<Entrant> turned(List<Entrant> all, int job) {
        var turned = new ArrayList<>(all);
        Collections.rotate(turned, job);
        return turned;
    }

    private void take(List<Entrant> turn) throws IOException, InterruptedException {
        for (Entrant each : turn) {
            long began = time.nanos();
            long cpu = system.getProcessCpuTime();
            long disk = each.way().run();
            double seconds = (time.nanos() - began - disk) / 1e9;
            each.rounds().add(new Round(seconds, (system.getProcessCpuTime() - cpu) / 1e9, disk / 1e9));
        }
    }

    private static double heap() {
        System.gc();
        return ManagementFactory.getMemoryMXBean().getHeapMemoryUsage().getUsed() / 1e6;
    }

    private void print(String what, List<Entrant> entrants, double bytes) {
        out.printf(
                "%n%s, %d rounds: median (least to most)%n",
                what, entrants.getFirst().rounds().size());
        List<Round> ours = entrants.getFirst().rounds();
        for (Entrant each : entrants) {
            out.printf(
                    "  %-18s %s rows/s, %.0f MB/s, %s µs of CPU a row; Rowan has %s of its rate, by CPU %s; disk %s s%n",
                    each.title(),
                    spread("%,.0f", each.rounds(), round -> items / round.seconds()),
                    median(each.rounds(), round -> bytes / round.seconds() / 1e6),
                    spread("%.2f", each.rounds(), round -> 1e6 * round.cpu() / items),
                    ratio(each.rounds(), ours, Round::seconds),
                    ratio(each.rounds(), ours, Round::cpu),
                    spread("%.2f", each.rounds(), Round::disk));
        }
    }

    private static double median(List<Round> rounds, ToDoubleFunction<Round> figure) {
        double[] sorted = rounds.stream().mapToDouble(figure).sorted().toArray();
        return sorted[sorted.length / 2];
    }

    private static String spread(String format, List<Round> rounds, ToDoubleFunction<Round> figure) {
        return spread(format, rounds.stream().mapToDouble(figure).toArray());
    }

    private static String ratio(List<Round> theirs, List<Round> ours, ToDoubleFunction<Round> figure) {
        double[] ratios = new double[ours.size()];
        for (int i = 0; i < ratios.length; i++) {
            ratios[i] = figure.applyAsDouble(theirs.get(i)) / figure.applyAsDouble(ours.get(i));
        }
        return spread("%.2f", ratios);
    }

    private static String spread(String format, double[] figures) {
        Arrays.sort(figures);
        return String.format(
                format + " (" + format + " to " + format + ")",
                figures[figures.length / 2],
                figures[0],
                figures[figures.length - 1]);
    }
}
