package dev.rowan.engine.graph;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.rowan.api.Reason;
import dev.rowan.api.TransformResult.Verdict;
import dev.rowan.engine.graph.JoinDecision.Closed;
import dev.rowan.engine.graph.JoinDecision.Fail;
import dev.rowan.engine.graph.JoinDecision.Fire;
import dev.rowan.engine.graph.JoinDecision.Loss;
import dev.rowan.engine.graph.JoinDecision.Trigger;
import dev.rowan.engine.graph.JoinDecision.Wait;
import java.time.Duration;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.IntStream;
import net.jqwik.api.Example;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;

/// A barrier decides as a naive model that looks at the whole history after each event; planted bugs are found.
class BarrierPropertyTest {
    private static final Duration LIMIT = Duration.ofSeconds(10);

    /// An event at an age of the join.
    private sealed interface Event {
        record Arrives(int age, int branch) implements Event {}

        record Lost(int age, Loss loss) implements Event {}

        record Tick(int age) implements Event {}
    }

    private record Scenario(JoinPolicy policy, int branches, BitSet required, List<Event> events) {}

    /// What is tested: a barrier or one with a planted bug.
    private interface Subject {
        JoinDecision on(Event event);
    }

    private interface Subjects {
        Subject open(Scenario scenario);
    }

    @Property(tries = 2_000)
    void decidesAsTheModel(@ForAll long seed) {
        check(BarrierPropertyTest::real, seed);
    }

    @Example
    void findsADoubleFire() {
        assertFound(scenario -> {
            Subject real = real(scenario);
            var first = new ArrayList<JoinDecision>();
            return event -> {
                JoinDecision decision = real.on(event);
                if (decision instanceof Fire) {
                    first.add(decision);
                }
                return decision instanceof Closed && !first.isEmpty() ? first.getFirst() : decision;
            };
        });
    }

    @Example
    void findsAnUnreportedLoss() {
        assertFound(scenario -> {
            Subject real = real(scenario);
            return event -> event instanceof Event.Lost ? new Wait() : real.on(event);
        });
        assertFound(scenario -> {
            Subject real = real(scenario);
            return event -> {
                JoinDecision decision = real.on(event);
                return decision instanceof Fire(var trigger, var used, var _)
                        ? new Fire(trigger, used, List.of())
                        : decision;
            };
        });
    }

    @Example
    void findsATimerThatAnArrivalResets() {
        assertFound(scenario -> {
            Subject real = real(scenario);
            var since = new int[1];
            return event -> switch (event) {
                case Event.Arrives(int age, int _) -> {
                    since[0] = age;
                    yield real.on(event);
                }
                case Event.Tick(int age) -> real.on(new Event.Tick(age - since[0]));
                case Event.Lost _ -> real.on(event);
            };
        });
    }

    @Example
    void findsASkippedSafetyBranch() {
        assertFound(scenario ->
                real(new Scenario(scenario.policy(), scenario.branches(), new BitSet(), scenario.events())));
    }

    private static void assertFound(Subjects planted) {
        assertThatThrownBy(() -> IntStream.range(0, 2_000).forEach(seed -> check(planted, seed)))
                .isInstanceOf(AssertionError.class);
    }

    private static Subject real(Scenario scenario) {
        var barrier = new Barrier(scenario.policy(), scenario.branches(), scenario.required());
        return event -> switch (event) {
            case Event.Arrives(int _, int branch) -> barrier.arrive(branch);
            case Event.Lost(int _, Loss loss) -> barrier.lose(loss);
            case Event.Tick(int age) -> barrier.tick(Duration.ofSeconds(age));
        };
    }

    private static void check(Subjects subjects, long seed) {
        Scenario scenario = random(new Random(seed));
        Subject subject = subjects.open(scenario);
        var model = new Model(scenario);
        boolean closed = false;
        var before = new ArrayList<Event>();
        for (Event event : scenario.events()) {
            before.add(event);
            JoinDecision expected = closed ? new Closed() : model.after(before);
            closed |= !(expected instanceof Wait);
            assertThat(simple(subject.on(event)))
                    .as("seed %d, %s after %s", seed, scenario, before)
                    .isEqualTo(simple(expected));
        }
    }

    /// A failure without what the model does not predict.
    private static JoinDecision simple(JoinDecision decision) {
        return decision instanceof Fail(var _, var verdict, var arrived, var lost)
                ? new Fail(
                        Optional.empty(),
                        verdict,
                        arrived,
                        lost.stream()
                                .filter(loss -> loss.reason().code().equals("lost"))
                                .toList())
                : decision;
    }

    private static Scenario random(Random random) {
        int branches = 1 + random.nextInt(5);
        JoinPolicy policy = switch (random.nextInt(5)) {
            case 0 -> new JoinPolicy.All();
            case 1 -> new JoinPolicy.Any();
            case 2 -> new JoinPolicy.Quorum(1 + random.nextInt(branches));
            case 3 -> new JoinPolicy.BestEffort(Optional.empty());
            default -> new JoinPolicy.BestEffort(Optional.of(LIMIT));
        };
        var required = new BitSet();
        var events = new ArrayList<Event>();
        List<Integer> order =
                new ArrayList<>(IntStream.rangeClosed(1, branches).boxed().toList());
        Collections.shuffle(order, random);
        int age = 0;
        for (int branch : order) {
            required.set(branch, random.nextInt(4) == 0);
            age += random.nextInt(4);
            events.add(
                    random.nextInt(3) > 0
                            ? new Event.Arrives(age, branch)
                            : new Event.Lost(age, new Loss(branch, Reason.of("lost", "lost"), verdict(random))));
            age += random.nextInt(4);
            events.add(new Event.Tick(age));
        }
        return new Scenario(policy, branches, required, events);
    }

    private static Optional<Verdict> verdict(Random random) {
        return switch (random.nextInt(4)) {
            case 0 -> Optional.of(Verdict.BLOCKED);
            case 1 -> Optional.of(Verdict.FAILED);
            case 2 -> Optional.of(Verdict.INDETERMINATE);
            default -> Optional.empty();
        };
    }

    /// Looks at all events so far, again each time.
    private record Model(Scenario scenario) {

        JoinDecision after(List<Event> events) {
            var arrived = new TreeSet<Integer>();
            var lost = new TreeMap<Integer, Loss>();
            for (Event event : events) {
                switch (event) {
                    case Event.Arrives(int _, int branch) -> arrived.add(branch);
                    case Event.Lost(int _, Loss loss) -> lost.put(loss.branch(), loss);
                    case Event.Tick _ -> {}
                }
            }
            boolean timedOut = events.getLast() instanceof Event.Tick(int age)
                    && scenario.policy().equals(new JoinPolicy.BestEffort(Optional.of(LIMIT)))
                    && age >= LIMIT.toSeconds();
            boolean safe = scenario.required().stream().allMatch(arrived::contains);
            boolean unsafe = scenario.required().stream().anyMatch(lost::containsKey);
            int left = scenario.branches() - lost.size();
            boolean accounted = arrived.size() + lost.size() == scenario.branches();
            int wanted = switch (scenario.policy()) {
                case JoinPolicy.All _ -> scenario.branches();
                case JoinPolicy.Quorum(int count) -> count;
                case JoinPolicy.Any _, JoinPolicy.BestEffort _ -> 1;
            };
            boolean enough = arrived.size() >= wanted && safe;
            if (unsafe || left < wanted || (timedOut && !enough)) {
                return new Fail(
                        Optional.empty(),
                        timedOut ? worst(lost, true) : worst(lost, false),
                        List.copyOf(arrived),
                        List.copyOf(lost.values()));
            }
            boolean patient = scenario.policy() instanceof JoinPolicy.BestEffort;
            if (!enough || (patient && !accounted && !timedOut)) {
                return new Wait();
            }
            Trigger trigger = switch (scenario.policy()) {
                case JoinPolicy.All _ -> Trigger.ALL;
                case JoinPolicy.Any _ -> Trigger.ANY;
                case JoinPolicy.Quorum _ -> Trigger.QUORUM;
                case JoinPolicy.BestEffort _ -> accounted ? Trigger.ACCOUNTED : Trigger.TIMEOUT;
            };
            return new Fire(trigger, List.copyOf(arrived), List.copyOf(lost.values()));
        }

        private static Verdict worst(TreeMap<Integer, Loss> lost, boolean timedOut) {
            List<Verdict> verdicts = lost.values().stream()
                    .flatMap(loss -> loss.verdict().stream())
                    .toList();
            if (verdicts.contains(Verdict.INDETERMINATE)) {
                return Verdict.INDETERMINATE;
            }
            return timedOut || verdicts.isEmpty() || verdicts.contains(Verdict.FAILED)
                    ? Verdict.FAILED
                    : Verdict.BLOCKED;
        }
    }
}
