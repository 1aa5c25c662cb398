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

/// Takes the orders that are given to a run: looks for them about every second, notes each that it follows
/// before that takes effect, and answers. A landscape that cannot be asked is asked again later, and ends
/// nothing. Owned by the run's own thread.
public final class ControlRequestHandler implements AutoCloseable {
    private static final long BETWEEN = Duration.ofSeconds(1).toNanos();
    /// How long a landscape is left alone that could not be asked.
    private static final long AFTER_TROUBLE = Duration.ofSeconds(10).toNanos();

    private final String runId;
    private final Supplier<Optional<ControlRequestStore>> open;
    private final LandscapeRecorder recorder;
    private final Time time;
    private final RunControls levers;
    private final ControlChanges changes;
    private final Map<Long, ControlRequestStore.Answer> unanswered = new HashMap<>();
    private @Nullable ControlRequestStore orders;
    private long next;

    public ControlRequestHandler(
            String runId,
            Supplier<Optional<ControlRequestStore>> open,
            LandscapeRecorder recorder,
            Time time,
            RunControls levers) {
        this.runId = runId;
        this.open = open;
        this.recorder = recorder;
        this.time = time;
        this.levers = levers;
        this.changes = new ControlChanges(levers);
        this.next = time.nanos() + BETWEEN;
    }

    /// Follows what was ordered, if it is time to look.
    public void look() throws InterruptedException {
        if (time.nanos() - next < 0) {
            return;
        }
        next = time.nanos() + BETWEEN;
        try {
            Optional<ControlRequestStore> from = opened();
            if (from.isPresent()) {
                for (ControlRequestStore.Submitted given : from.get().waiting(runId)) {
                    take(from.get(), given);
                }
            }
        } catch (LandscapeException _) {
            next = time.nanos() + AFTER_TROUBLE;
            close();
        }
    }

    /// Answers what the process before was asked and did not answer: those of `older` that still wait. What it had
    /// noted, it had followed.
    public void settleOlder(LandscapeReader reader, Set<Long> older) {
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

    /// Answers what is left when the run has ended and has given its lease back.
    public void end() {
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
                ? new ControlRequestStore.Answer(true, "it was followed, and then " + ControlRequestStore.ENDED)
                : new ControlRequestStore.Answer(false, ControlRequestStore.ENDED);
        ControlRequestStore.Answer answer = unanswered.getOrDefault(given.number(), usual);
        from.answer(given.number(), answer.followed(), answer.words());
    }

    private void answerAll(Consumer<ControlRequestStore> answering) {
        try {
            opened().ifPresent(answering);
        } catch (LandscapeException _) {
            close(); // the next process of the run answers
        }
    }

    private Optional<ControlRequestStore> opened() {
        if (orders == null) {
            orders = open.get().orElse(null);
        }
        return Optional.ofNullable(orders);
    }

    /// Follows an order, once: where only the answer could not be given, it is given now.
    private void take(ControlRequestStore from, ControlRequestStore.Submitted given) throws InterruptedException {
        ControlRequestStore.Answer answer = unanswered.get(given.number());
        if (answer == null) {
            answer = follow(given);
            unanswered.put(given.number(), answer);
        }
        from.answer(given.number(), answer.followed(), answer.words());
        unanswered.remove(given.number());
    }

    private ControlRequestStore.Answer follow(ControlRequestStore.Submitted given) throws InterruptedException {
        return switch (changes.of(given.order(), given.operator())) {
            case ControlChange.Refused(var why) -> new ControlRequestStore.Answer(false, why);
            case ControlChange.Possible change -> {
                make(given, change);
                yield new ControlRequestStore.Answer(true, change.words());
            }
        };
    }

    /// While a cap is moved nobody gets leave to spend, so that the note can tell what was set aside before.
    private void make(ControlRequestStore.Submitted given, ControlChange.Possible change) throws InterruptedException {
        Row facts = Row.of("number", given.number())
                .with("order", given.order().word())
                .with("operator", given.operator())
                .with("node", change.node())
                .with("from", change.from())
                .with("to", change.to());
        if (given.order() instanceof ControlRequest.MaxCost) {
            try {
                note(facts.with("set_aside", levers.budget().beginMove().toString()));
                change.effect().run();
            } finally {
                levers.budget().keepCap();
            }
        } else {
            note(
                    given.order() instanceof ControlRequest.PoolSize(var node, int size)
                            ? withMostOpen(facts, node, size)
                            : facts);
            change.effect().run();
        }
    }

    /// How many calls may be open then, as a node declares it.
    private Row withMostOpen(Row facts, String name, int size) {
        return levers.calling().stream()
                .filter(node -> node.name().equals(name))
                .map(node -> node.config().withPoolSize(size))
                .map(PoolConfig::claims)
                .findFirst()
                .map(open -> facts.with("most_open", (long) open))
                .orElse(facts);
    }

    private void note(Row facts) throws InterruptedException {
        recorder.awaitCommitted(
                recorder.record(new LogEntry.RunNoted(ControlRequestStore.NOTE, time.instant(), facts.asMap())));
    }

    /// Lets go of the landscape; a look opens it again.
    @Override
    public void close() {
        ControlRequestStore open = orders;
        orders = null;
        if (open != null) {
            try {
                open.close();
            } catch (LandscapeException _) {
                // nothing is lost with it
            }
        }
    }
}
