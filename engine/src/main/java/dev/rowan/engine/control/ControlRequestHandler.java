package dev.rowan.engine.control;

import dev.rowan.api.Row;
import dev.rowan.api.Time;
import dev.rowan.engine.pool.PoolConfig;
import dev.rowan.landscape.ControlRequestStore;
import dev.rowan.landscape.LandscapeException;
import dev.rowan.landscape.LandscapeReader;
import dev.rowan.landscape.LandscapeRecorder;
import dev.rowan.landscape.record.ControlRequest;
import dev.rowan.landscape.record.LogEntry;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/// Handles the control requests to a run: polls about every second, records each accepted request before it takes
/// effect, and answers it. If the landscape cannot be read, it retries later. Owned by the run's own thread.
final class ControlRequestHandler implements ControlSource {
    private static final long POLL_INTERVAL = Duration.ofSeconds(1).toNanos();
    /// The pause after the landscape could not be read.
    private static final long RETRY_INTERVAL = Duration.ofSeconds(10).toNanos();

    private final String runId;
    private final Supplier<Optional<ControlRequestStore>> open;
    private final LandscapeRecorder recorder;
    private final Time time;
    private final RunControls controls;
    private final ControlChanges changes;
    private final Map<Long, ControlRequestStore.Answer> unanswered = new HashMap<>();
    private @Nullable ControlRequestStore requests;
    private long next;

    ControlRequestHandler(
            String runId,
            Supplier<Optional<ControlRequestStore>> open,
            LandscapeRecorder recorder,
            Time time,
            RunControls controls) {
        this.runId = runId;
        this.open = open;
        this.recorder = recorder;
        this.time = time;
        this.controls = controls;
        this.changes = new ControlChanges(controls);
        this.next = time.nanos() + POLL_INTERVAL;
    }

    /// Handles waiting requests if a poll is due.
    @Override
    public void poll() throws InterruptedException {
        if (time.nanos() - next < 0) {
            return;
        }
        next = time.nanos() + POLL_INTERVAL;
        try {
            Optional<ControlRequestStore> from = opened();
            if (from.isPresent()) {
                for (ControlRequestStore.Submitted given : from.get().waiting(runId)) {
                    handle(from.get(), given);
                }
            }
        } catch (LandscapeException _) {
            next = time.nanos() + RETRY_INTERVAL;
            close();
        }
    }

    /// Answers the requests that an earlier process left unanswered: those of `older` that still wait. Those that
    /// it had recorded, it had applied.
    void settleOlder(LandscapeReader reader, Set<Long> older) {
        answerAll(from -> {
            List<ControlRequestStore.Submitted> left = from.waiting(runId).stream()
                    .filter(given -> older.contains(given.number()))
                    .toList();
            if (!left.isEmpty()) {
                List<Object> followed = reader.notes().after(runId, 0, Set.of(ControlRequestStore.NOTE)).stream()
                        .map(note -> Objects.requireNonNullElse(note.facts().get("number"), 0L))
                        .toList();
                left.forEach(given -> end(from, given, followed.contains(given.number())));
            }
        });
    }

    /// Answers what is left when the run has ended and has released its lease.
    void end() {
        answerAll(from -> {
            for (List<ControlRequestStore.Submitted> left = from.waiting(runId);
                    !left.isEmpty();
                    left = from.waiting(runId)) {
                left.forEach(given -> end(from, given, false));
            }
        });
    }

    private void end(ControlRequestStore from, ControlRequestStore.Submitted given, boolean followed) {
        ControlRequestStore.Answer usual = followed
                ? new ControlRequestStore.Answer(true, "it was applied, and then " + ControlRequestStore.ENDED)
                : new ControlRequestStore.Answer(false, ControlRequestStore.ENDED);
        ControlRequestStore.Answer answer = unanswered.getOrDefault(given.number(), usual);
        from.answer(given.number(), answer.followed(), answer.message());
    }

    private void answerAll(Consumer<ControlRequestStore> answering) {
        try {
            opened().ifPresent(answering);
        } catch (LandscapeException _) {
            close(); // the next process of the run answers
        }
    }

    private Optional<ControlRequestStore> opened() {
        if (requests == null) {
            requests = open.get().orElse(null);
        }
        return Optional.ofNullable(requests);
    }

    /// Handles a request once: if only the answer could not be written, it is written now.
    private void handle(ControlRequestStore from, ControlRequestStore.Submitted given) throws InterruptedException {
        ControlRequestStore.Answer answer = unanswered.get(given.number());
        if (answer == null) {
            answer = follow(given);
            unanswered.put(given.number(), answer);
        }
        from.answer(given.number(), answer.followed(), answer.message());
        unanswered.remove(given.number());
    }

    private ControlRequestStore.Answer follow(ControlRequestStore.Submitted given) throws InterruptedException {
        return switch (changes.of(given.order(), given.operator())) {
            case ControlChange.Refused(var why) -> new ControlRequestStore.Answer(false, why);
            case ControlChange.Possible change -> {
                apply(given, change);
                yield new ControlRequestStore.Answer(true, change.words());
            }
        };
    }

    /// While a cap changes nothing is granted, so that the note has the amount reserved before.
    private void apply(ControlRequestStore.Submitted given, ControlChange.Possible change) throws InterruptedException {
        Row facts = Row.of("number", given.number())
                .with("order", given.order().word())
                .with("operator", given.operator())
                .with("node", change.node())
                .with("from", change.from())
                .with("to", change.to());
        if (given.order() instanceof ControlRequest.MaxCost) {
            try {
                note(facts.with("set_aside", controls.cost().beginMove().toString()));
                change.effect().run();
            } finally {
                controls.cost().keepCap();
            }
        } else {
            note(
                    given.order() instanceof ControlRequest.PoolSize(var node, int size)
                            ? withMaxOpen(facts, node, size)
                            : facts);
            change.effect().run();
        }
    }

    /// The maximum number of open calls afterwards, as a node declares it.
    private Row withMaxOpen(Row facts, String name, int size) {
        return controls.node(name)
                .map(node -> node.config().withPoolSize(size))
                .map(PoolConfig::claims)
                .map(open -> facts.with("most_open", (long) open))
                .orElse(facts);
    }

    private void note(Row facts) throws InterruptedException {
        recorder.awaitCommitted(
                recorder.record(new LogEntry.RunNoted(ControlRequestStore.NOTE, time.instant(), facts.asMap())));
    }

    /// Closes the landscape connection; the next poll opens it again.
    @Override
    public void close() {
        ControlRequestStore open = requests;
        requests = null;
        if (open != null) {
            try {
                open.close();
            } catch (LandscapeException _) {
                // nothing is lost with it
            }
        }
    }
}
