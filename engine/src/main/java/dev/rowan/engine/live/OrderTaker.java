package dev.rowan.engine.live;

import dev.rowan.api.Row;
import dev.rowan.api.Time;
import dev.rowan.engine.pool.PoolConfig;
import dev.rowan.landscape.LandscapeException;
import dev.rowan.landscape.LandscapeReader;
import dev.rowan.landscape.LandscapeRecorder;
import dev.rowan.landscape.RunOrders;
import dev.rowan.landscape.record.Entry;
import dev.rowan.landscape.record.Order;
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
public final class OrderTaker implements AutoCloseable {
    private static final long BETWEEN = Duration.ofSeconds(1).toNanos();
    /// How long a landscape is left alone that could not be asked.
    private static final long AFTER_TROUBLE = Duration.ofSeconds(10).toNanos();

    private final String runId;
    private final Supplier<Optional<RunOrders>> open;
    private final LandscapeRecorder recorder;
    private final Time time;
    private final Levers levers;
    private final OrderedChanges changes;
    private final Map<Long, RunOrders.Answer> unanswered = new HashMap<>();
    private @Nullable RunOrders orders;
    private long next;

    public OrderTaker(
            String runId, Supplier<Optional<RunOrders>> open, LandscapeRecorder recorder, Time time, Levers levers) {
        this.runId = runId;
        this.open = open;
        this.recorder = recorder;
        this.time = time;
        this.levers = levers;
        this.changes = new OrderedChanges(levers);
        this.next = time.nanos() + BETWEEN;
    }

    /// Follows what was ordered, if it is time to look.
    public void look() throws InterruptedException {
        if (time.nanos() - next < 0) {
            return;
        }
        next = time.nanos() + BETWEEN;
        try {
            Optional<RunOrders> from = opened();
            if (from.isPresent()) {
                for (RunOrders.Given given : from.get().waiting(runId)) {
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
            List<RunOrders.Given> left = from.waiting(runId).stream()
                    .filter(given -> older.contains(given.number()))
                    .toList();
            if (!left.isEmpty()) {
                List<Object> followed = reader.notesAfter(runId, 0, Set.of(RunOrders.NOTE)).stream()
                        .map(note -> Objects.requireNonNullElse(note.facts().get("number"), 0L))
                        .toList();
                left.forEach(given -> end(from, given, followed.contains(given.number())));
            }
        });
    }

    /// Answers what is left when the run has ended and has given its lease back.
    public void end() {
        answerAll(from -> {
            for (List<RunOrders.Given> left = from.waiting(runId); !left.isEmpty(); left = from.waiting(runId)) {
                left.forEach(given -> end(from, given, false));
            }
        });
    }

    private void end(RunOrders from, RunOrders.Given given, boolean followed) {
        RunOrders.Answer usual = followed
                ? new RunOrders.Answer(true, "it was followed, and then " + RunOrders.ENDED)
                : new RunOrders.Answer(false, RunOrders.ENDED);
        RunOrders.Answer answer = unanswered.getOrDefault(given.number(), usual);
        from.answer(given.number(), answer.followed(), answer.words());
    }

    private void answerAll(Consumer<RunOrders> answering) {
        try {
            opened().ifPresent(answering);
        } catch (LandscapeException _) {
            close(); // the next process of the run answers
        }
    }

    private Optional<RunOrders> opened() {
        if (orders == null) {
            orders = open.get().orElse(null);
        }
        return Optional.ofNullable(orders);
    }

    /// Follows an order, once: where only the answer could not be given, it is given now.
    private void take(RunOrders from, RunOrders.Given given) throws InterruptedException {
        RunOrders.Answer answer = unanswered.get(given.number());
        if (answer == null) {
            answer = follow(given);
            unanswered.put(given.number(), answer);
        }
        from.answer(given.number(), answer.followed(), answer.words());
        unanswered.remove(given.number());
    }

    private RunOrders.Answer follow(RunOrders.Given given) throws InterruptedException {
        return switch (changes.of(given.order(), given.operator())) {
            case Change.Refused(var why) -> new RunOrders.Answer(false, why);
            case Change.Possible change -> {
                make(given, change);
                yield new RunOrders.Answer(true, change.words());
            }
        };
    }

    /// While a cap is moved nobody gets leave to spend, so that the note can tell what was set aside before.
    private void make(RunOrders.Given given, Change.Possible change) throws InterruptedException {
        Row facts = Row.of("number", given.number())
                .with("order", given.order().word())
                .with("operator", given.operator())
                .with("node", change.node())
                .with("from", change.from())
                .with("to", change.to());
        if (given.order() instanceof Order.MaxCost) {
            try {
                note(facts.with("set_aside", levers.budget().beginMove().toString()));
                change.effect().run();
            } finally {
                levers.budget().keepCap();
            }
        } else {
            note(given.order() instanceof Order.PoolSize(var node, int size) ? withMostOpen(facts, node, size) : facts);
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
        recorder.awaitCommitted(recorder.record(new Entry.RunNoted(RunOrders.NOTE, time.instant(), facts.asMap())));
    }

    /// Lets go of the landscape; a look opens it again.
    @Override
    public void close() {
        RunOrders open = orders;
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
