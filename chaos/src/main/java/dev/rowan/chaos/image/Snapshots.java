package dev.rowan.chaos.image;

import dev.rowan.api.fault.FaultPoint;
import dev.rowan.api.fault.Faults;
import dev.rowan.simulator.SimulatorWire;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Predicate;
import java.util.random.RandomGenerator;
import java.util.stream.Stream;

/// Takes crash images of a run at the points it reaches, while it continues: the state that `kill -9` would leave at
/// that moment.
///
/// Why a copy equals that state: every change of a file and every call to the service happens within
/// [Faults#writing], and during the copy no thread is inside, except those that are blocked at a point. A thread's
/// memory dies with it. SQLite and the sinks write with plain system calls, so a killed process leaves what was
/// written so far. For a commit or a write that is cut short, the copy's write-ahead log is truncated anywhere
/// within the last commit, and the copy's sink anywhere after its recorded mark.
///
/// Called by all threads of the run. Shared state: the images, taken within the [FileFreeze]; the length of the log,
/// set by the landscape's writer, and of the sinks, set by the release thread.
public final class Snapshots implements Faults {
    private final Path work;
    private final Path images;
    private final SimulatorWire service;
    private final String trail;
    private final int depth;
    private final Choice choice;
    private final RandomGenerator random;
    private final FileFreeze freeze = new FileFreeze();
    private final List<CrashImage> taken = new ArrayList<>();
    private final Map<Path, Long> recorded = new ConcurrentHashMap<>();
    private final Map<FaultPoint, Long> kinds = new ConcurrentHashMap<>();
    private final AtomicLong reached = new AtomicLong();
    private volatile long logBefore;

    /// Selects the points at which images are taken, by the number of points reached before.
    @FunctionalInterface
    public interface Choice {
        boolean takes(FaultPoint point, long number);
    }

    /// Images of the run in `work`, which calls `service`, go to folders under `images`; `before` is the image that
    /// the run was resumed from.
    public Snapshots(
            Path work, Path images, SimulatorWire service, CrashImage before, Choice choice, RandomGenerator random) {
        this.work = work;
        this.images = images;
        this.service = service;
        this.trail = before.trail();
        this.depth = before.depth() + 1;
        this.choice = choice;
        this.random = random;
    }

    @Override
    public Writing writing() {
        return freeze.enter();
    }

    @Override
    public void at(FaultPoint point) {
        long number = reached.incrementAndGet();
        kinds.merge(point, 1L, Long::sum);
        note(point);
        if (choice.takes(point, number)) {
            freeze.during(() -> reach(point, number));
        }
    }

    /// The images so far, in order; to be called after the run.
    public List<CrashImage> taken() {
        var all = new ArrayList<CrashImage>();
        freeze.during(() -> all.addAll(taken));
        return all;
    }

    public long reached() {
        return reached.get();
    }

    /// The number of times each kind of point was reached.
    public Map<FaultPoint, Long> kinds() {
        return Map.copyOf(kinds);
    }

    private void note(FaultPoint point) {
        switch (point) {
            case COMMIT_READY ->
                logBefore = named(Snapshots::isLog).stream()
                        .map(Snapshots::size)
                        .findFirst()
                        .orElse(0L);
            case AFTER_OUTCOMES, SINK_CUT, AFTER_SINK_OPEN -> sinks().forEach(sink -> recorded.put(sink, size(sink)));
            default -> {}
        }
    }

    private void reach(FaultPoint point, long number) {
        try {
            switch (point) {
                case COMMITTED -> takeTornLog(number);
                case SINK_SYNCED -> takeTornSinks(number);
                case BATCH_PLANNED, BATCH_ON_DISK -> takeTornFiles(number);
                default -> {}
            }
            take(point + "#" + number);
        } catch (IOException broken) {
            throw new UncheckedIOException(broken);
        }
    }

    private CrashImage take(String where) throws IOException {
        Path folder = images.resolve("d" + depth + "-" + taken.size());
        Folders.remove(folder);
        Folders.copy(work, folder);
        var image = new CrashImage(folder, copyOf(service), trail.isEmpty() ? where : trail + " > " + where, depth);
        taken.add(image);
        return image;
    }

    /// The current state of the service, with its own clock if the run's is accelerated.
    private static SimulatorWire copyOf(SimulatorWire service) {
        return service.copy(AcceleratedTime.copyOf(service.time(), Duration.ZERO));
    }

    /// A commit that was cut short: a part of what it added to the log. Nothing can have acted on it yet, since it
    /// is reported only when the commit returns.
    private void takeTornLog(long number) throws IOException {
        for (Path log : named(Snapshots::isLog)) {
            if (size(log) > logBefore) {
                CrashImage image = take("TORN_COMMIT#" + number);
                cut(image.folder().resolve(work.relativize(log)), logBefore, size(log));
            }
        }
    }

    /// A write that was cut short: a part of the lines after the recorded mark.
    private void takeTornSinks(long number) throws IOException {
        CrashImage image = null;
        for (Path sink : sinks()) {
            long from = recorded.getOrDefault(sink, 0L);
            if (size(sink) > from) {
                image = image == null ? take("TORN_SINK#" + number) : image;
                cut(image.folder().resolve(work.relativize(sink)), from, size(sink));
            }
        }
    }

    /// Truncates batch files, whether a step refers to them or not: all of them can be fetched or rebuilt.
    private void takeTornFiles(long number) throws IOException {
        List<Path> files = named(name -> name.equals("results.jsonl") || name.equals("requests.jsonl"));
        if (!files.isEmpty()) {
            CrashImage image = take("TORN_FILE#" + number);
            Path torn = files.get(random.nextInt(files.size()));
            cut(image.folder().resolve(work.relativize(torn)), 0, size(torn));
        }
    }

    private void cut(Path file, long from, long to) throws IOException {
        try (var opened = new RandomAccessFile(file.toFile(), "rw")) {
            opened.setLength(from + random.nextLong(Math.max(1, to - from)));
        }
    }

    private static boolean isLog(String name) {
        return name.endsWith("-wal");
    }

    /// All files except the landscape, heads and batch files.
    private static boolean isSink(String name) {
        return !name.contains(".db") && !name.endsWith(".head.json");
    }

    private List<Path> sinks() {
        Path artifacts = work.resolve(Folders.ARTIFACTS);
        return named(Snapshots::isSink).stream()
                .filter(file -> !file.startsWith(artifacts))
                .toList();
    }

    private List<Path> named(Predicate<String> name) {
        try (Stream<Path> files = Files.walk(work)) {
            return files.filter(file -> name.test(String.valueOf(file.getFileName())))
                    .filter(Files::isRegularFile)
                    .toList();
        } catch (IOException | UncheckedIOException gone) {
            return List.of();
        }
    }

    private static long size(Path file) {
        try {
            return Files.size(file);
        } catch (IOException gone) {
            return 0;
        }
    }
}
