package dev.rowan.testkit.contract;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static org.assertj.core.api.Assertions.assertThat;

import dev.rowan.api.Row;
import dev.rowan.api.fault.FaultPoint;
import dev.rowan.api.fault.Faults;
import dev.rowan.api.plugin.Sink;
import dev.rowan.api.plugin.Sink.Existing;
import dev.rowan.api.plugin.Sink.Mark;
import dev.rowan.api.plugin.SinkPlugin;
import dev.rowan.api.schema.RowFields;
import dev.rowan.testkit.FakeSetup;
import dev.rowan.testkit.FaultInjectingSetup;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/// The contract of every sink of local files for crashes: whatever one leaves, a resumed run writes the same files.
/// `-Drowan.images=2000` sets the number of crashes.
public abstract class SinkImageContract extends PluginContract<SinkPlugin> {
    private static final int IMAGES = Integer.getInteger("rowan.images", 12);
    private static final int DEPTH = 3;

    /// How many rows fill several parts and begin another one, if the sink has parts.
    protected abstract int rows();

    /// A row for the sink, each another.
    protected abstract Row row(int n);

    @Override
    protected final Class<SinkPlugin> service() {
        return SinkPlugin.class;
    }

    private Path output() {
        return folder.resolve("output");
    }

    final Sink sink(Faults faults) throws Exception {
        Sink sink = plugin().configure(section(options()));
        sink.prepare(new FaultInjectingSetup(FakeSetup.of(Map.of()), faults));
        sink.expect(() -> new RowFields(row(1).names().list(), true));
        return sink;
    }

    /// The files, a character for each byte.
    final Map<String, String> content() throws IOException {
        var files = new TreeMap<String, String>();
        if (Files.exists(output())) {
            try (Stream<Path> all = Files.list(output())) {
                for (Path file : all.toList()) {
                    files.put(String.valueOf(file.getFileName()), Files.readString(file, ISO_8859_1));
                }
            }
        }
        return files;
    }

    private void restore(Map<String, String> files) throws IOException {
        clear();
        Files.createDirectories(output());
        for (var file : files.entrySet()) {
            Files.writeString(output().resolve(file.getKey()), file.getValue(), ISO_8859_1);
        }
    }

    final void clear() throws IOException {
        if (Files.exists(output())) {
            try (Stream<Path> all = Files.list(output())) {
                for (Path file : all.toList()) {
                    Files.delete(file);
                }
            }
        }
    }

    record Straight(Map<String, String> files, Mark mark) {}

    /// A run without a crash that syncs after every `often` rows.
    final Straight straight(int often) throws Exception {
        clear();
        try (Sink sink = sink(Faults.NONE)) {
            sink.open(Existing.REFUSE);
            long before = 0;
            for (int n = 1; n <= rows(); n++) {
                assertThat(sink.write(row(n))).isEmpty();
                if (n % often == 0) {
                    Mark mark = sink.sync();
                    assertThat(mark.rows()).isBetween(before, (long) n);
                    assertThat(mark.rows() == n).isEqualTo(sink.isAtPartEnd());
                    before = mark.rows();
                }
            }
            Mark mark = sink.finish();
            assertThat(mark.rows()).isEqualTo(rows());
            return new Straight(content(), mark);
        }
    }

    @Test
    void theNumberOfSyncsChangesNothing() throws Exception {
        Straight once = straight(rows());
        assertThat(straight(1)).isEqualTo(once);
        assertThat(straight(3)).isEqualTo(once);
    }

    @Test
    void aStopLeavesEveryRowReadableAndAResumeWritesTheSameFiles() throws Exception {
        Straight straight = straight(rows());
        clear();
        Sink sink = sink(Faults.NONE);
        sink.open(Existing.REFUSE);
        for (int n = 1; n <= rows(); n++) {
            sink.write(row(n));
        }
        Mark mark = sink.sync();
        sink.suspend();
        sink.close();
        assertThat(content()).isEqualTo(straight.files());

        try (Sink resumed = sink(Faults.NONE)) {
            assertThat(resumed.resume(mark)).isEqualTo(mark);
            for (int n = (int) mark.rows() + 1; n <= rows(); n++) {
                resumed.write(row(n));
            }
            assertThat(resumed.finish()).isEqualTo(straight.mark());
        }
        assertThat(content()).isEqualTo(straight.files());
    }

    @Test
    void aRunWithoutRowsEndsItsOutput() throws Exception {
        try (Sink sink = sink(Faults.NONE)) {
            sink.open(Existing.REFUSE);
            assertThat(sink.finish().rows()).isZero();
        }
        assertThat(content()).hasSize(1);
    }

    /// What a process left, and its mark on record.
    private record Image(Map<String, String> files, Mark mark) {}

    private static final class Crash extends RuntimeException {
        private static final long serialVersionUID = 1L;
    }

    /// Counts the points of a run, and dies at one of them.
    private static final class Countdown implements Faults {
        private long left;

        Countdown(long left) {
            this.left = left;
        }

        @Override
        public void at(FaultPoint point) {
            step();
        }

        void step() {
            if (left-- == 0) {
                throw new Crash();
            }
        }
    }

    @Test
    void everyCrashImageResumesToTheSameFiles() throws Exception {
        Straight straight = straight(rows());
        clear();
        var counter = new Countdown(Long.MAX_VALUE);
        Sink counted = sink(counter);
        counted.open(Existing.REFUSE);
        writeFrom(1, counted, counter, Mark.at(0));
        counted.close();
        long points = Long.MAX_VALUE - counter.left;
        long seed = Long.getLong("rowan.seed", 1L);
        var random = new Random(seed);
        for (int i = 0; i < IMAGES; i++) {
            clear();
            boolean stops = random.nextBoolean();
            Image image = crashed(Mark.at(0), stops, false, random.nextLong(points), straight);
            for (int depth = 1; depth < DEPTH && random.nextBoolean(); depth++) {
                restore(image.files());
                image = crashed(image.mark(), stops, true, random.nextLong(points), straight);
            }
            restore(image.files());
            try (Sink sink = sink(Faults.NONE)) {
                sink.resume(image.mark());
                Mark end = writeFrom((int) image.mark().rows() + 1, sink, new Countdown(Long.MAX_VALUE), image.mark());
                assertThat(end).as("seed %d image %d", seed, i).isEqualTo(straight.mark());
            }
            assertThat(content()).as("seed %d image %d", seed, i).isEqualTo(straight.files());
        }
    }

    /// Runs until the point `at`, or to the end, which is a stop if `stops`, and returns what is left there.
    private Image crashed(Mark from, boolean stops, boolean resumes, long at, Straight straight) throws Exception {
        var countdown = new Countdown(at);
        var recorded = new Mark[] {from};
        Sink sink = sink(countdown);
        try {
            if (resumes) {
                sink.resume(from);
            } else {
                sink.open(Existing.REFUSE);
            }
            for (int n = (int) from.rows() + 1; n <= rows(); n++) {
                sink.write(row(n));
                countdown.step();
                if (n % 2 == 0) {
                    Mark mark = sink.sync();
                    countdown.step();
                    recorded[0] = mark;
                }
            }
            if (stops) {
                sink.suspend();
            } else {
                sink.finish();
            }
        } catch (Crash _) {
            // what is on disk now is the image
        }
        Image image = new Image(content(), recorded[0]);
        sink.close();
        assertThat(image.mark().rows()).isLessThanOrEqualTo(straight.mark().rows());
        return image;
    }

    private Mark writeFrom(int first, Sink sink, Countdown countdown, Mark mark) throws Exception {
        for (int n = first; n <= rows(); n++) {
            sink.write(row(n));
            countdown.step();
            if (n % 2 == 0) {
                sink.sync();
                countdown.step();
            }
        }
        Mark end = sink.finish();
        assertThat(List.of(mark.start())).containsExactly(end.start());
        return end;
    }
}
