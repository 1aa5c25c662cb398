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

/// The event log of a run as JSON lines: start, limits, landscape outages, problems by code and row number, stop, end.
/// No row values, no requests and replies. Shared state, guarded by `this`: the file, the counts, and the write error.
/// Its own thread polls the limits.
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

    /// Appends to `file`; a new file is owner-only.
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
            // keeps running
        }
    }

    /// Starts polling the limits.
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

    /// Logs when the landscape becomes unreachable, and when it is back.
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

    /// Logs a limit whose cause changed, or whose rate changed by 10 % or more.
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

    /// The end is recorded, so the landscape is reachable.
    private void end(RunEvent.RunEnded ended) {
        landscape(Optional.empty());
        JsonObject counts = JsonObject.object();
        problems.forEach(counts::put);
        boolean includesReason =
                ended.status() != RunEnd.Status.FAILED; // the message of a defect may contain row values
        write(event("run_ended")
                .put("run", ended.runId())
                .put("status", ended.status().word())
                .put("why", includesReason ? ended.why() : Optional.empty())
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
            broken = Optional.of("incomplete: " + e.getMessage());
        }
    }

    /// The write error, if any.
    synchronized Optional<String> finish() {
        return broken;
    }

    @Override
    public void close() {
        scope.close();
        try {
            file.close();
        } catch (IOException _) {
            // each line was flushed
        }
    }
}
