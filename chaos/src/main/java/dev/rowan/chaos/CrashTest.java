package dev.rowan.chaos;

import dev.rowan.api.fault.FaultPoint;
import dev.rowan.api.fault.Faults;
import dev.rowan.chaos.check.Bill;
import dev.rowan.chaos.check.Checker;
import dev.rowan.chaos.check.Finding;
import dev.rowan.chaos.check.Reference;
import dev.rowan.chaos.image.CrashImage;
import dev.rowan.chaos.image.Folders;
import dev.rowan.chaos.image.Snapshots;
import dev.rowan.simulator.SimulatorWire;
import java.io.IOException;
import java.nio.file.Path;
import java.sql.SQLException;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.concurrent.atomic.AtomicInteger;

/// Kills a run at the points it reaches, goes on with every image, kills it there again, and checks each
/// time what came of it. Owned by one thread.
public final class CrashTest {
    /// How many images of a run are kept at once: each holds a copy of the landscape.
    private static final int IMAGES = 120;

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

    /// How many crashes, how deep recoveries are killed themselves, the key that must stand nowhere, where
    /// what was found is kept, and the invariant at whose first finding the test may end.
    public record Plan(
            int crashes, int depth, long seed, Optional<String> secret, Path evidence, Optional<String> sought) {

        public Plan(int crashes, int depth, long seed, Optional<String> secret, Path evidence) {
            this(crashes, depth, seed, secret, evidence, Optional.empty());
        }

        public Plan until(String invariant) {
            return new Plan(crashes, depth, seed, secret, evidence, Optional.of(invariant));
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
        var start = new CrashImage(trial.work(), trial.newService(), "", 0);
        Folders.remove(trial.work());
        var counting = new Snapshots(trial.work(), images(0), start.service(), start, (_, _) -> false, random);
        trial.run(start.service(), counting);
        refuseUnknown(start.service());
        Reference reference = checker.reference();
        judge(start, start.service(), reference);
        while (!isDone()) {
            CrashImage first = new CrashImage(trial.work(), trial.newService(), "", 0);
            Folders.remove(trial.work());
            Snapshots snapshots = snapshots(first, first.service(), counting.reached());
            trial.run(first.service(), snapshots);
            judge(first, first.service(), reference);
            recoverAll(snapshots, reference);
        }
        return report;
    }

    private boolean isDone() {
        return report.crashes() >= plan.crashes()
                || plan.sought().map(report.invariants()::containsKey).orElse(false);
    }

    /// A service that the simulator does not know would answer everything with a refusal.
    private static void refuseUnknown(SimulatorWire service) {
        if (!service.unserved().isEmpty()) {
            throw new IllegalArgumentException("the simulator cannot answer " + String.join(", ", service.unserved())
                    + ": only the services that it speaks for can be crash-tested, at their usual paths");
        }
    }

    private void recoverAll(Snapshots snapshots, Reference reference)
            throws IOException, InterruptedException, SQLException {
        for (CrashImage image : snapshots.taken()) {
            if (!isDone()) {
                recover(image, reference, snapshots.reached());
            }
            Folders.remove(image.folder());
        }
    }

    /// Goes on with an image, and with the images of that.
    private void recover(CrashImage image, Reference reference, long points)
            throws IOException, InterruptedException, SQLException {
        Folders.remove(trial.work());
        Folders.copy(image.folder(), trial.work());
        SimulatorWire service = image.service().copy();
        Optional<Snapshots> again =
                image.depth() < plan.depth() ? Optional.of(snapshots(image, service, points)) : Optional.empty();
        report.crashed(image);
        try {
            trial.goOn(service, again.map(Faults.class::cast).orElse(Faults.NONE));
        } catch (RuntimeException | IOException broken) {
            report.found(image, List.of(new Finding("resume", String.valueOf(broken))), kept(image));
            again.ifPresent(this::drop);
            return;
        }
        judge(image, service, reference);
        if (again.isPresent()) {
            recoverAll(again.get(), reference);
        }
    }

    private void drop(Snapshots snapshots) {
        snapshots.taken().forEach(image -> {
            try {
                Folders.remove(image.folder());
            } catch (IOException left) {
                report.note("a folder was left behind: " + left.getMessage());
            }
        });
    }

    private void judge(CrashImage image, SimulatorWire service, Reference reference) throws IOException, SQLException {
        List<Finding> findings = checker.check(reference, Bill.of(service.journal()));
        if (!findings.isEmpty()) {
            report.found(image, findings, kept(image));
        }
    }

    /// Keeps the image and what was made of it, of the first findings.
    private Optional<Path> kept(CrashImage image) throws IOException {
        if (report.kept() >= CrashReport.MOST_KEPT) {
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

    /// Images at points chosen by chance: many of a first run, one of every second recovery. Of `points`
    /// that a run like this one reached before, each is as probable.
    private Snapshots snapshots(CrashImage from, SimulatorWire service, long points) {
        int depth = from.depth() + 1;
        int most = from.depth() == 0 ? IMAGES : random.nextInt(2);
        long salt = random.nextLong();
        long oneIn = Math.max(1, points / Math.max(1, most));
        var left = new AtomicInteger(most);
        return new Snapshots(
                trial.work(),
                images(depth),
                service,
                from,
                (point, number) -> most > 0
                        && new SplittableRandom(salt ^ number * 0x9E3779B97F4A7C15L)
                                        .nextLong(COMMON.contains(point) ? oneIn : Math.max(1, oneIn / 4))
                                == 0
                        && left.getAndDecrement() > 0,
                random.split());
    }

    private Path images(int depth) {
        return trial.site().resolve("images").resolve("depth-" + depth);
    }
}
