package dev.rowan.engine.transform;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.rowan.engine.TestExtent;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import org.jetbrains.lincheck.LincheckAssertionError;
import org.jetbrains.lincheck.datastructures.IntGen;
import org.jetbrains.lincheck.datastructures.ModelCheckingOptions;
import org.jetbrains.lincheck.datastructures.Operation;
import org.jetbrains.lincheck.datastructures.Param;
import org.jetbrains.lincheck.datastructures.ThreadIdGen;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/// Model checking with the scenarios and interleavings that Lincheck draws from its own fixed seed.
@Tag("slow")
class SharedBatchAdapterLincheckTest {
    private static final String DEFECT = "defect";

    @Test
    void everyWaiterGetsTheFirstAnswerOfItsOwnVisitOrNone() {
        options().check(Adapter.class);
    }

    @Test
    void rejectsAnAdapterThatFindsAndRemovesAWaiterInTwoSteps() {
        assertThatThrownBy(() -> options().check(TwoSteps.class)).isInstanceOf(LincheckAssertionError.class);
    }

    @Test
    void rejectsThePortOfTheFirstRowUsedForAllRows() {
        assertThatThrownBy(() -> options().check(FirstRowsPort.class)).isInstanceOf(LincheckAssertionError.class);
    }

    private static ModelCheckingOptions options() {
        return new ModelCheckingOptions()
                .iterations(TestExtent.of(3, 15))
                .invocationsPerIteration(100)
                .threads(2)
                .actorsPerThread(3)
                .actorsBefore(1)
                .actorsAfter(2)
                .minimizeFailedScenario(false)
                .sequentialSpecification(Model.class);
    }

    /// Two visits that are waited for from the start and one that is registered on the way. An answer is the
    /// number of the thread that gives it, or a defect; giving one tells whether it was taken rather than
    /// late.
    @Param(name = "visit", gen = IntGen.class, conf = "1:3")
    @Param(name = "thread", gen = ThreadIdGen.class)
    public abstract static class Visits {

        @Operation
        public abstract boolean emit(@Param(name = "visit") int visit, @Param(name = "thread") int thread);

        @Operation
        public abstract boolean fail(@Param(name = "visit") int visit, @Param(name = "thread") int thread);

        @Operation(runOnce = true)
        public String awaitFirst() {
            return await(1);
        }

        @Operation(runOnce = true)
        public String awaitSecond() {
            return await(2);
        }

        @Operation(runOnce = true, nonParallelGroup = "third")
        public boolean registerThird() {
            return register(3);
        }

        @Operation(runOnce = true, nonParallelGroup = "third")
        public String awaitThird() {
            return await(3);
        }

        @Operation(runOnce = true)
        public abstract void close();

        abstract boolean register(int visit);

        /// Takes the answer if it is there, and gives up if not, so that no thread waits for ever.
        abstract String await(int visit);
    }

    /// The adapter under test.
    public static class Adapter extends Visits {
        private final AdapterProbe probe = new AdapterProbe();

        public Adapter() {
            probe.register(1);
            probe.register(2);
        }

        @Override
        boolean register(int visit) {
            return probe.register(visit);
        }

        @Override
        public boolean emit(int visit, int thread) {
            return probe.emit(visit, thread);
        }

        @Override
        public boolean fail(int visit, int thread) {
            return probe.fail(visit, thread);
        }

        @Override
        String await(int visit) {
            return probe.await(visit);
        }

        @Override
        public void close() {
            probe.close();
        }
    }

    /// What the adapter does, said for one thread.
    public static class Model extends Visits {
        private final Map<Integer, Optional<String>> visits =
                new HashMap<>(Map.of(1, Optional.empty(), 2, Optional.empty()));
        private boolean closed;

        @Override
        boolean register(int visit) {
            return !closed && visits.putIfAbsent(visit, Optional.empty()) == null;
        }

        @Override
        public boolean emit(int visit, int thread) {
            return answer(visit, "value " + thread);
        }

        @Override
        public boolean fail(int visit, int thread) {
            return answer(visit, DEFECT);
        }

        private boolean answer(int visit, String value) {
            return visits.replace(visit, Optional.empty(), Optional.of(value));
        }

        @Override
        String await(int visit) {
            Optional<String> answer = visits.remove(visit);
            return answer == null ? "absent" : answer.orElse("none");
        }

        @Override
        public void close() {
            closed = true;
            visits.replaceAll((_, answer) -> answer.or(() -> Optional.of(DEFECT)));
        }
    }

    /// A must-fail control: safe maps, but a waiter is found in one step and removed in the next.
    public static class TwoSteps extends Visits {
        private final Map<Integer, Boolean> waiting = new ConcurrentHashMap<>(Map.of(1, true, 2, true));
        private final Map<Integer, String> answers = new ConcurrentHashMap<>();

        @Override
        boolean register(int visit) {
            return waiting.put(visit, true) == null;
        }

        @Override
        public boolean emit(int visit, int thread) {
            return answer(visit, "value " + thread);
        }

        @Override
        public boolean fail(int visit, int thread) {
            return answer(visit, DEFECT);
        }

        private boolean answer(int visit, String value) {
            if (!waiting.containsKey(visit)) {
                return false;
            }
            answers.put(visit, value);
            waiting.remove(visit);
            return true;
        }

        @Override
        String await(int visit) {
            String answer = answers.remove(visit);
            if (answer != null) {
                return answer;
            }
            return waiting.remove(visit) == null ? "absent" : "none";
        }

        @Override
        public void close() {
            waiting.keySet().forEach(visit -> answer(visit, DEFECT));
        }
    }

    /// A must-fail control, the defect in the seeds: every row has a port of its own, but only the first
    /// row's port was ever connected, so it takes the answers of all.
    public static class FirstRowsPort extends Visits {
        private final Map<Integer, String> answers = new ConcurrentHashMap<>();

        @Override
        boolean register(int visit) {
            return true;
        }

        @Override
        public boolean emit(int visit, int thread) {
            return answer("value " + thread);
        }

        @Override
        public boolean fail(int visit, int thread) {
            return answer(DEFECT);
        }

        private boolean answer(String value) {
            return answers.putIfAbsent(1, value) == null;
        }

        @Override
        String await(int visit) {
            String answer = answers.remove(visit);
            return answer == null ? "none" : answer;
        }

        @Override
        public void close() {}
    }
}
