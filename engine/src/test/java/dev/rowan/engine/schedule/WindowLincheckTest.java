package dev.rowan.engine.schedule;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.rowan.engine.TestExtent;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;
import org.jetbrains.lincheck.LincheckAssertionError;
import org.jetbrains.lincheck.datastructures.ModelCheckingOptions;
import org.jetbrains.lincheck.datastructures.Operation;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/// Model checking with the scenarios and interleavings that Lincheck draws from its own fixed seed.
@Tag("slow")
class WindowLincheckTest {
    private static final int LIMIT = 1;

    @Test
    void noInterleavingExceedsTheLimit() {
        options().check(Locked.class);
    }

    @Test
    void rejectsAWindowThatLooksBeforeItEnters() {
        assertThatThrownBy(() -> options().check(CheckThenAct.class)).isInstanceOf(LincheckAssertionError.class);
    }

    private static ModelCheckingOptions options() {
        return new ModelCheckingOptions()
                .iterations(TestExtent.of(3, 15))
                .invocationsPerIteration(200)
                .threads(3)
                .actorsPerThread(2)
                .actorsBefore(1)
                .actorsAfter(2)
                .minimizeFailedScenario(false)
                .sequentialSpecification(Model.class);
    }

    /// How a row's way through the window went.
    public enum Passage {
        PASSED,
        REFUSED,
        CROWDED
    }

    /// A row that enters, sees how many are inside with it, and leaves again, so that no thread waits for
    /// ever.
    public static class Locked {
        private final Window window = new Window(LIMIT, 1_000);
        private final AtomicInteger inside = new AtomicInteger();

        @Operation
        public Passage pass() {
            Optional<Window.Slot> slot = entered();
            if (slot.isEmpty()) {
                return Passage.REFUSED;
            }
            boolean crowded = inside.incrementAndGet() > LIMIT;
            inside.decrementAndGet();
            slot.get().leave();
            return crowded ? Passage.CROWDED : Passage.PASSED;
        }

        private Optional<Window.Slot> entered() {
            try {
                return window.enter(1);
            } catch (InterruptedException stopped) {
                throw new IllegalStateException(stopped);
            }
        }

        @Operation(runOnce = true)
        public void close() {
            window.close();
        }

        @Operation
        public boolean neverPassedTheLimit() {
            return window.inside() <= LIMIT && window.peak() <= LIMIT;
        }
    }

    /// What the window does, said for one thread.
    public static class Model {
        private boolean closed;

        @Operation
        public Passage pass() {
            return closed ? Passage.REFUSED : Passage.PASSED;
        }

        @Operation
        public void close() {
            closed = true;
        }

        @Operation
        public boolean neverPassedTheLimit() {
            return true;
        }
    }

    /// The must-fail control: it counts safely, but looks for a free place before it takes one.
    public static class CheckThenAct {
        private final AtomicInteger inside = new AtomicInteger();

        @Operation
        public Passage pass() {
            if (inside.get() >= LIMIT) {
                return Passage.PASSED; // stands for a row that waits and passes later
            }
            boolean crowded = inside.incrementAndGet() > LIMIT;
            inside.decrementAndGet();
            return crowded ? Passage.CROWDED : Passage.PASSED;
        }
    }
}
