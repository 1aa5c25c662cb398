package dev.rowan.bench.connectors;

import dev.rowan.api.Row;
import dev.rowan.api.config.ConfigNode;
import dev.rowan.api.config.Problems;
import dev.rowan.api.config.Section;
import dev.rowan.api.plugin.Plugin;
import dev.rowan.api.plugin.Sink;
import dev.rowan.api.plugin.SinkPlugin;
import dev.rowan.api.plugin.Source;
import dev.rowan.api.plugin.SourcePlugin;
import dev.rowan.api.schema.RowFields;
import dev.rowan.chaos.image.Folders;
import java.io.PrintStream;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.math.BigDecimal;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;

/// Rows a second of each format, read and written by its source and sink, against a [PlainLoop] over the same
/// library in the same process.
///
/// `./rowan bench connectors [ROWS ROUNDS]`, by default 100,000 rows and the median of 5 rounds, after one to warm
/// up. Ratios are of rows a second of this thread's processor time, so that other processes do not count.
public final class ConnectorsBench {
    private static final RowFields FIELDS = new RowFields(
            List.of("id", "text", "price", "score"),
            true,
            Map.of("id", "int64", "text", "text", "price", "decimal(18,2)", "score", "double"));

    private final int rows;
    private final int rounds;
    private final Path folder;
    private final PrintStream out;

    private ConnectorsBench(int rows, int rounds, Path folder, PrintStream out) {
        this.rows = rows;
        this.rounds = rounds;
        this.folder = folder;
        this.out = out;
    }

    public static void run(String... args) throws Exception {
        int rows = args.length > 0 ? Integer.parseInt(args[0]) : 100_000;
        int rounds = args.length > 1 ? Integer.parseInt(args[1]) : 5;
        Path folder = Files.createTempDirectory("rowan-bench");
        try {
            new ConnectorsBench(rows, rounds, folder, System.out).measure();
        } finally {
            Folders.remove(folder);
        }
    }

    private void measure() throws Exception {
        out.printf(
                "%,d rows, median of %d rounds, %d processors%n",
                rows, rounds, Runtime.getRuntime().availableProcessors());
        out.printf(
                "%-10s %15s %15s %7s   %15s %15s %7s%n",
                "format", "write rows/cpu s", "plain", "ratio", "read rows/cpu s", "plain", "ratio");
        double worst = Double.MAX_VALUE;
        for (PlainLoop plain : PlainLoop.values()) {
            List<Row> made = rows(plain);
            Path ours = folder.resolve("ours" + plain.suffix());
            Path theirs = folder.resolve("theirs" + plain.suffix());
            double[] write = compare(() -> write(plain, made, ours), () -> plain.write(made, theirs));
            double[] read = compare(() -> read(plain, ours), () -> plain.read(ours));
            worst = Math.min(worst, Math.min(write[0] / write[1], read[0] / read[1]));
            out.printf(
                    "%-10s %,15.0f %,15.0f %7.2f   %,15.0f %,15.0f %7.2f%n",
                    plain.title(), write[0], write[1], write[0] / write[1], read[0], read[1], read[0] / read[1]);
        }
        out.printf("lowest ratio %.2f; must be at least 0.5%n", worst);
    }

    private List<Row> rows(PlainLoop plain) {
        var names = Row.Names.of(FIELDS.names());
        var made = new ArrayList<Row>(rows);
        for (int n = 0; n < rows; n++) {
            String text = "review number " + n + " says that the product is fine, and that it came late";
            made.add(
                    plain.isText()
                            ? Row.of("text", text)
                            : Row.of(names, List.of((long) n, text, BigDecimal.valueOf(n, 2), new BigDecimal("0.25"))));
        }
        return made;
    }

    /// A step whose time is measured; it returns the rows it processed.
    private interface Step {
        long run() throws Exception;
    }

    /// Rows a second of both, in turns.
    private double[] compare(Step ours, Step plain) throws Exception {
        var first = new ArrayList<Double>();
        var second = new ArrayList<Double>();
        for (int round = 0; round <= rounds; round++) {
            double one = rate(ours);
            double other = rate(plain);
            if (round > 0) {
                first.add(one);
                second.add(other);
            }
        }
        return new double[] {median(first), median(second)};
    }

    private double rate(Step step) throws Exception {
        ThreadMXBean threads = ManagementFactory.getThreadMXBean();
        long started = threads.getCurrentThreadCpuTime();
        long done = step.run();
        if (done != rows) {
            throw new IllegalStateException("expected " + rows + " rows, got " + done);
        }
        return done * 1e9 / (threads.getCurrentThreadCpuTime() - started);
    }

    private static double median(List<Double> rates) {
        Collections.sort(rates);
        return rates.get(rates.size() / 2);
    }

    private long write(PlainLoop plain, List<Row> made, Path file) throws Exception {
        SinkPlugin plugin = plain.sink();
        try (Sink sink = plugin.configure(section(plugin, file))) {
            sink.expect(() -> plain.isText() ? new RowFields(List.of("text"), true) : FIELDS);
            sink.open(Sink.Existing.OVERWRITE);
            for (Row row : made) {
                if (sink.write(row).isPresent()) {
                    throw new IllegalStateException("refused: " + row);
                }
            }
            return sink.finish().rows();
        }
    }

    private static long read(PlainLoop plain, Path file) throws Exception {
        SourcePlugin plugin = plain.source();
        long count = 0;
        try (Source source = plugin.configure(section(plugin, file))) {
            source.open();
            while (source.next().isPresent()) {
                count++;
            }
        }
        return count;
    }

    private static Section section(Plugin plugin, Path file) {
        var problems = new Problems();
        return Section.check(ConfigNode.of(Map.of("path", file.toString())), plugin.options(), Path.of(""), problems)
                .orElseThrow();
    }
}
