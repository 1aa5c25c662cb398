package dev.rowan.chaos.image;

import dev.rowan.api.fault.FaultPoint;
import dev.rowan.api.fault.Faults;
import dev.rowan.simulator.SimulatorWire;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicLong;

/// Kills a run at one point if its landscape is a database server, which cannot be copied: the files and the service
/// are copied, and the run's connections are cut, which is all that a server sees of a killed client. From then on
/// every thread of the run that reaches a point or starts to write dies.
///
/// Called by all threads of the run. Shared state: the image, set once within the [FileFreeze].
public final class CutConnection implements Faults {
    private final Path work;
    private final Path folder;
    private final SimulatorWire service;
    private final long at;
    private final Runnable cut;
    private final FileFreeze freeze = new FileFreeze();
    private final AtomicLong reached = new AtomicLong();
    private volatile Optional<CrashImage> image = Optional.empty();

    /// Terminates the threads of a killed run.
    public static final class Killed extends Error {
        private static final long serialVersionUID = 1L;
    }

    /// Kills the run in `work` when it reaches its point number `at`; `cut` ends its connections.
    public CutConnection(Path work, Path folder, SimulatorWire service, long at, Runnable cut) {
        this.work = work;
        this.folder = folder;
        this.service = service;
        this.at = at;
        this.cut = cut;
    }

    @Override
    public Writing writing() {
        dieIfKilled();
        return freeze.enter();
    }

    @Override
    public void at(FaultPoint point) {
        dieIfKilled();
        if (reached.incrementAndGet() == at) {
            freeze.during(() -> kill(point));
        }
        dieIfKilled();
    }

    private void kill(FaultPoint point) {
        try {
            Folders.remove(folder);
            Folders.copy(work, folder);
            image = Optional.of(new CrashImage(folder, service.copy(), point + "#" + at, 1));
            cut.run();
        } catch (IOException broken) {
            throw new UncheckedIOException(broken);
        }
    }

    private void dieIfKilled() {
        if (image.isPresent()) {
            throw new Killed();
        }
    }

    /// The image of the kill; empty if the run ended before its point.
    public Optional<CrashImage> image() {
        return image;
    }

    public long reached() {
        return reached.get();
    }
}
