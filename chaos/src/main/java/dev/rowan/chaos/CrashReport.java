package dev.rowan.chaos;

import dev.rowan.chaos.check.Violation;
import dev.rowan.chaos.image.CrashImage;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/// The report of a crash test: crashes tried and violations found. Owned by one thread.
public final class CrashReport {
    static final int MAX_KEPT = 10;

    private final Map<String, Long> points = new TreeMap<>();
    private final Map<Integer, Long> depths = new TreeMap<>();
    private final Map<String, Long> invariants = new TreeMap<>();
    private final List<Found> found = new ArrayList<>();
    private long crashes;
    private long checked;
    private long excused;

    /// The violations after a crash, and where the files are kept.
    public record Found(String trail, List<Violation> findings, Optional<Path> evidence) {}

    void crashed(CrashImage image) {
        crashes++;
        depths.merge(image.depth(), 1L, Long::sum);
        String last = image.trail().substring(image.trail().lastIndexOf(' ') + 1);
        points.merge(last.substring(0, last.indexOf('#')), 1L, Long::sum);
    }

    void found(CrashImage image, List<Violation> findings, Optional<Path> evidence) {
        findings.forEach(finding -> invariants.merge(finding.invariant(), 1L, Long::sum));
        if (found.size() < MAX_KEPT) {
            found.add(new Found(image.trail().isEmpty() ? "undisturbed" : image.trail(), findings, evidence));
        }
    }

    /// Counts rows compared with the reference run, and those of them that had exhausted their retries.
    void held(long rows, long usedUp) {
        checked += rows;
        excused += usedUp;
    }

    int kept() {
        return found.size();
    }

    public long crashes() {
        return crashes;
    }

    /// The number of rows compared with the reference run.
    public long checked() {
        return checked;
    }

    /// How many of these had exhausted their retries, so that their outcome may differ.
    public long excused() {
        return excused;
    }

    /// Crashes by kind of point.
    public Map<String, Long> points() {
        return Map.copyOf(points);
    }

    /// Crashes by depth: of a first run, of a recovery, of a recovery of a recovery.
    public Map<Integer, Long> depths() {
        return Map.copyOf(depths);
    }

    /// Violations by invariant; empty if all held.
    public Map<String, Long> invariants() {
        return Map.copyOf(invariants);
    }

    /// The first violations.
    public List<Found> found() {
        return List.copyOf(found);
    }

    /// Adds the results of another test.
    public void add(CrashReport other) {
        add("", other);
    }

    /// Adds the results of the test `name`.
    public void add(String name, CrashReport other) {
        crashes += other.crashes;
        checked += other.checked;
        excused += other.excused;
        other.points.forEach((point, times) -> points.merge(point, times, Long::sum));
        other.depths.forEach((depth, times) -> depths.merge(depth, times, Long::sum));
        other.invariants.forEach((rule, times) -> invariants.merge(rule, times, Long::sum));
        other.found.forEach(each -> found.add(
                name.isEmpty() ? each : new Found(name + ", " + each.trail(), each.findings(), each.evidence())));
    }
}
