package dev.rowan.chaos;

import dev.rowan.api.call.Usd;
import dev.rowan.api.fault.FaultPoint;
import dev.rowan.api.fault.Faults;
import dev.rowan.chaos.check.BilledCalls;
import dev.rowan.chaos.check.Checker;
import dev.rowan.chaos.check.ReferenceRun;
import dev.rowan.chaos.check.Violation;
import dev.rowan.chaos.image.AcceleratedTime;
import dev.rowan.chaos.image.CrashImage;
import dev.rowan.chaos.image.Folders;
import dev.rowan.chaos.image.Snapshots;
import dev.rowan.engine.run.RunResult;
import dev.rowan.simulator.SimulatorWire;
import java.io.IOException;
import java.nio.file.Path;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;

/// Kills a run at the points it reaches, resumes every image, kills it there again, and checks the result
/// each time. Owned by one thread.
public final class CrashTest {
    /// How many images of a run are kept at once: each holds a copy of the landscape.
    private static final int IMAGES = 120;

    /// The time until a killed run is resumed, by the accelerated clock.
    private static final List<Duration> DOWN = List.of(
            Duration.ZERO, Duration.ofSeconds(20), Duration.ofSeconds(90), Duration.ofMinutes(6), Duration.ofHours(3));

    /// Points that a run reaches for each row, call or commit; the others are rare and tried more often.
    private static final Set<FaultPoint> COMMON = EnumSet.of(
            FaultPoint.BEFORE_ROW,
            FaultPoint.AFTER_ROW,
            FaultPoint.COMMIT_BEGUN,
            FaultPoint.COMMIT_READY,
            FaultPoint.COMMITTED,
            FaultPoint.BEFORE_INTENT,
            FaultPoint.AFTER_INTENT,
            FaultPoint.AFTER_REPLY,
            FaultPoint.AFTER_ANSWER);

    private final Trial trial;
    private final Plan plan;
    private final Checker checker;
    private final SplittableRandom random;
    private final CrashReport report;

    /// The number of crashes, the depth to which recoveries are killed again, the key that must not be found
    /// anywhere, the folder for violations, and the invariant whose first violation ends the test.
    ///
    /// If `even` names points, only these are tested, each kind equally often, however often a run reaches it.
    public record Plan(
            int crashes,
            int depth,
            long seed,
            Optional<String> secret,
            Path evidence,
            Optional<String> sought,
            Set<FaultPoint> even) {

        public Plan until(String invariant) {
            return new Plan(crashes, depth, seed, secret, evidence, Optional.of(invariant), even);
        }

        public Plan evenly(Set<FaultPoint> points) {
            return new Plan(crashes, depth, seed, secret, evidence, sought, Set.copyOf(points));
        }
    }

    public CrashTest(Trial trial, Plan plan) {
        this.trial = trial;
        this.plan = plan;
        this.checker = trial.checker(plan.secret());
        this.random = new SplittableRandom(plan.seed());
        this.report = new CrashReport();
    }

    public CrashReport run() throws IOException, InterruptedException, SQLException {
        var start = new CrashImage(trial.work(), trial.calmService(), "", 0);
        Folders.remove(trial.work());
        var counting = new Snapshots(trial.work(), images(0), start.service(), start, (_, _) -> false, random);
        RunResult calm = trial.run(start.service(), counting);
        refuseUnknown(start.service());
        ReferenceRun reference = checker.reference();
        judge(start, start.service(), Optional.of(calm), reference);
        while (!isDone()) {
            CrashImage first = new CrashImage(trial.work(), trial.newService(), "", 0);
            Folders.remove(trial.work());
            Snapshots snapshots = snapshots(first, first.service(), counting);
            RunResult result = trial.run(first.service(), snapshots);
            judge(first, first.service(), Optional.of(result), reference);
            recoverAll(snapshots, reference);
        }
        return report;
    }

    private boolean isDone() {
        return report.crashes() >= plan.crashes()
                || plan.sought().map(report.invariants()::containsKey).orElse(false);
    }

    /// The simulator would reject every request to a service that it does not know.
    private static void refuseUnknown(SimulatorWire service) {
        if (!service.unserved().isEmpty()) {
            throw new IllegalArgumentException("the simulator cannot answer " + String.join(", ", service.unserved())
                    + ": only the services that it speaks for can be crash-tested, at their usual paths");
        }
    }

    private void recoverAll(Snapshots snapshots, ReferenceRun reference)
            throws IOException, InterruptedException, SQLException {
        List<CrashImage> images = new ArrayList<>(snapshots.taken());
        Collections.shuffle(images, new Random(random.nextLong()));
        for (CrashImage image : images) {
            if (!isDone()) {
                recover(image, reference, snapshots);
            }
            Folders.remove(image.folder());
        }
    }

    /// Resumes an image, and the images of that run.
    private void recover(CrashImage image, ReferenceRun reference, Snapshots before)
            throws IOException, InterruptedException, SQLException {
        Folders.remove(trial.work());
        Folders.copy(image.folder(), trial.work());
        Duration down = DOWN.get(random.nextInt(DOWN.size()));
        SimulatorWire service =
                image.service().copy(AcceleratedTime.copyOf(image.service().time(), down));
        Optional<Snapshots> again =
                image.depth() < plan.depth() ? Optional.of(snapshots(image, service, before)) : Optional.empty();
        report.crashed(image);
        Optional<RunResult> result;
        try {
            result = trial.resume(service, again.map(Faults.class::cast).orElse(Faults.NONE));
        } catch (RuntimeException | IOException broken) {
            report.found(image, List.of(new Violation("resume", String.valueOf(broken))), kept(image));
            again.ifPresent(this::drop);
            return;
        }
        judge(image, service, result, reference);
        if (again.isPresent()) {
            recoverAll(again.get(), reference);
        }
    }

    private void drop(Snapshots snapshots) {
        snapshots.taken().forEach(image -> {
            try {
                Folders.remove(image.folder());
            } catch (IOException _) {
                // a folder that is left behind does no harm
            }
        });
    }

    private void judge(CrashImage image, SimulatorWire service, Optional<RunResult> result, ReferenceRun reference)
            throws IOException, SQLException {
        Optional<Usd> spent = result.map(ended -> ended.counts().calls().spent());
        List<Violation> findings =
                checker.check(reference, BilledCalls.of(service).spent(spent));
        report.held(reference.rows(), checker.excused(reference));
        if (!findings.isEmpty()) {
            report.found(image, findings, kept(image));
        }
    }

    /// Keeps the image and the resumed run of the first violations.
    private Optional<Path> kept(CrashImage image) throws IOException {
        if (report.kept() >= CrashReport.MAX_KEPT) {
            return Optional.empty();
        }
        Path folder = plan.evidence().resolve("finding-" + (report.kept() + 1));
        Folders.remove(folder);
        if (image.depth() > 0) {
            Folders.copy(image.folder(), folder.resolve("crashed"));
        }
        Folders.copy(trial.work(), folder.resolve("recovered"));
        return Optional.of(folder);
    }

    /// Images at random points.
    private Snapshots snapshots(CrashImage from, SimulatorWire service, Snapshots before) {
        Snapshots.Choice choice;
        if (plan.even().isEmpty()) {
            choice = anywhere(from.depth() == 0 ? IMAGES : random.nextInt(2), before.reached());
        } else {
            choice = from.depth() == 0 ? evenly(before.kinds()) : once(before.kinds());
        }
        return new Snapshots(trial.work(), images(from.depth() + 1), service, from, choice, random.split());
    }

    /// Many points of a first run, one of every second recovery. The points that such a run `reached` are equally
    /// probable.
    private Snapshots.Choice anywhere(int most, long reached) {
        long salt = random.nextLong();
        long oneIn = Math.max(1, reached / Math.max(1, most));
        var left = new AtomicInteger(most);
        return (point, number) -> most > 0
                && isTaken(salt, number, COMMON.contains(point) ? oneIn : Math.max(1, oneIn / 4))
                && left.getAndDecrement() > 0;
    }

    /// Many points of a first run, equally many of each kind, however often a run reaches it.
    private Snapshots.Choice evenly(Map<FaultPoint, Long> kinds) {
        long salt = random.nextLong();
        var left = new AtomicInteger(IMAGES);
        return (point, number) -> plan.even().contains(point)
                && isTaken(
                        salt,
                        number,
                        kinds.getOrDefault(point, 0L) * plan.even().size() / IMAGES)
                && left.getAndDecrement() > 0;
    }

    /// One point of a recovery, of a kind that is chosen first: otherwise early points would always win. A recovery
    /// that does not reach it is not killed.
    private Snapshots.Choice once(Map<FaultPoint, Long> kinds) {
        FaultPoint wanted = plan.even().stream()
                .sorted()
                .skip(random.nextInt(plan.even().size()))
                .findFirst()
                .orElseThrow();
        long nth = 1 + random.nextLong(Math.max(1, kinds.getOrDefault(wanted, 1L)));
        var seen = new AtomicLong();
        return (point, _) -> point == wanted && seen.incrementAndGet() == nth;
    }

    private static boolean isTaken(long salt, long number, long oneIn) {
        return new SplittableRandom(salt ^ number * 0x9E3779B97F4A7C15L).nextLong(Math.max(1, oneIn)) == 0;
    }

    private Path images(int depth) {
        return trial.site().resolve("images").resolve("depth-" + depth);
    }
}
