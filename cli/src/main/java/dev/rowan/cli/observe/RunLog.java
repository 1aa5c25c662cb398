package dev.rowan.cli.observe;

import dev.rowan.api.CallScope;
import dev.rowan.api.IoMessages;
import dev.rowan.api.Outcome;
import dev.rowan.api.Time;
import dev.rowan.cli.command.UsageException;
import dev.rowan.cli.terminal.Shell;
import dev.rowan.engine.call.CallStatistics.ServicePace;
import dev.rowan.engine.observe.RunEvent;
import dev.rowan.engine.observe.RunEventListener;
import dev.rowan.engine.progress.RunProgress;
import dev.rowan.json.JsonObject;
import dev.rowan.landscape.LandscapeOutage;
import dev.rowan.landscape.record.RunEnd;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Supplier;

/// What happens to a run, one JSON object a line: start, limits, outages of the landscape, problems by code and
/// row number, stop, end. No values of rows, no text of requests and replies.
///
/// Shared state, guarded by `this`: the file, what was counted, and what kept it from being written. A thread
/// of its own looks at the limits.
final class RunLog implements RunEventListener, AutoCloseable {
    /// Further problems with the same code are only counted.
    private static final long TOLD_OF_A_CODE = 1_000;

    private static final Duration INTERVAL = Duration.ofSeconds(1);
    private static final Set<Outcome> PROBLEMS = Set.of(Outcome.FAILED, Outcome.QUARANTINED, Outcome.INDETERMINATE);

    private final OutputStream file;
    private final Time time;
    private final CallScope scope = CallScope.open("log");
    private final Map<String, Long> problems = new TreeMap<>();
    private final Map<String, String> limits = new HashMap<>();
    private boolean landscapeDown;
    private Optional<String> broken = Optional.empty();

    private RunLog(OutputStream file, Time time) {
        this.file = file;
        this.time = time;
    }

    /// Appends to `file`, which only its owner can read if it is made here.
    static RunLog open(Path file, Shell shell) {
        Path path = shell.folder().resolve(file);
        try {
            make(path);
            return new RunLog(Files.newOutputStream(path, StandardOpenOption.APPEND), shell.time());
        } catch (IOException e) {
            throw new UsageException("--log: cannot write " + path + ": " + IoMessages.reason(e));
        }
    }

    private static void make(Path path) throws IOException {
        boolean posix = FileSystems.getDefault().supportedFileAttributeViews().contains("posix");
        FileAttribute<?>[] owner = posix
                ? new FileAttribute<?>[] {
                    PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------"))
                }
                : new FileAttribute<?>[0];
        try {
            Files.createFile(path, owner);
        } catch (FileAlreadyExistsException _) {
            // goes on
        }
    }

    /// Looks at how fast services are called from now on.
    void follow(Supplier<RunProgress.Snapshot> progress) {
        scope.start(() -> {
            try {
                while (true) {
                    time.sleep(INTERVAL);
                    RunProgress.Snapshot now = progress.get();
                    now.calls().paces().forEach(this::limit);
                    landscape(now.landscape());
                }
            } catch (InterruptedException _) {
                // closed
            }
        });
    }

    /// Tells when the landscape becomes unreachable, and when it is back.
    private synchronized void landscape(Optional<LandscapeOutage> outage) {
        if (outage.isPresent() == landscapeDown) {
            return;
        }
        landscapeDown = outage.isPresent();
        write(
                outage.isPresent()
                        ? event("landscape_unreachable", "warning")
                                .put("why", outage.get().why())
                                .put("stops_in_seconds", outage.get().left().toMillis() / 1_000.0)
                        : event("landscape_reachable"));
    }

    /// Tells of a service whose pace has another cause, or differs by a tenth and more.
    private synchronized void limit(ServicePace service) {
        long micros = service.pace().delay().toNanos() / 1_000;
        String cause = service.pace().cause().name().toLowerCase(java.util.Locale.ROOT);
        String mark = cause + " " + Math.round(Math.log((double) Math.max(1, micros)) / Math.log(1.1));
        String before = limits.put(service.address(), mark);
        if (!mark.equals(before) && !(before == null && micros == 0)) {
            write(event("limit_changed")
                    .put("service", service.address())
                    .put("requests_per_second", micros == 0 ? null : 1e6 / micros)
                    .put("cause", cause));
        }
    }

    @Override
    public synchronized void see(RunEvent what) {
        switch (what) {
            case RunEvent.RunBegan began ->
                write(event("run_started")
                        .put("run", began.runId())
                        .put("name", began.name())
                        .put("resumed", began.resumed())
                        .put("simulated", began.simulated()));
            case RunEvent.AttemptEnded _ -> {}
            case RunEvent.RowEnded row -> row.tokens().forEach(token -> problem(row.row(), token));
            case RunEvent.RunEnded ended -> end(ended);
        }
    }

    private void problem(long row, RunEvent.Ended token) {
        if (!PROBLEMS.contains(token.outcome())) {
            return;
        }
        String code = token.reason().orElse(token.outcome().word());
        if (problems.merge(code, 1L, Long::sum) <= TOLD_OF_A_CODE) {
            write(event("problem")
                    .put("row", row)
                    .put("part", (long) token.part())
                    .put("outcome", token.outcome().word())
                    .put("code", code)
                    .put("node", token.node().map(Integer::longValue)));
        }
    }

    /// The end is on record, so the landscape can be reached.
    private void end(RunEvent.RunEnded ended) {
        landscape(Optional.empty());
        JsonObject counts = JsonObject.object();
        problems.forEach(counts::put);
        boolean tellsWhy = ended.status() != RunEnd.Status.FAILED; // a defect's words may hold a row's
        write(event("run_ended")
                .put("run", ended.runId())
                .put("status", ended.status().word())
                .put("why", tellsWhy ? ended.why() : Optional.empty())
                .put("rows_read", ended.rowsRead())
                .put("rows_ended", ended.rowsEnded())
                .put("problems", counts));
    }

    synchronized void stopping(String by) {
        write(event("stop_requested").put("by", by));
    }

    private JsonObject event(String name) {
        return event(name, "info");
    }

    private JsonObject event(String name, String level) {
        return JsonObject.object()
                .put("time", time.instant())
                .put("level", level)
                .put("event", name);
    }

    private void write(JsonObject event) {
        if (broken.isPresent()) {
            return;
        }
        try {
            file.write((event.line() + "\n").getBytes(StandardCharsets.UTF_8));
        } catch (IOException e) {
            broken = Optional.of("not all was written: " + e.getMessage());
        }
    }

    /// What kept the log from being whole, if anything did.
    synchronized Optional<String> finish() {
        return broken;
    }

    @Override
    public void close() {
        scope.close();
        try {
            file.close();
        } catch (IOException _) {
            // every line was written by itself
        }
    }
}
