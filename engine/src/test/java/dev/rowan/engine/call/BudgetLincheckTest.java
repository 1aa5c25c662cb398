package dev.rowan.engine.call;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.rowan.api.call.Usd;
import dev.rowan.engine.TestExtent;
import java.util.Optional;
import org.jetbrains.lincheck.LincheckAssertionError;
import org.jetbrains.lincheck.datastructures.ModelCheckingOptions;
import org.jetbrains.lincheck.datastructures.Operation;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/// A cap that changes while calls are made, model-checked with scenarios and interleavings from Lincheck's
/// fixed seed: everything granted before the change is in its result, and nothing is granted above the new cap
/// after it.
@Tag("slow")
class BudgetLincheckTest {
    private static final long CAP = 2;

    @Test
    void noInterleavingGrantsMoreThanTheCapChangeReports() {
        options().check(Moved.class);
    }

    @Test
    void rejectsABudgetThatGrantsBetweenTheCheckAndTheChange() {
        assertThatThrownBy(() -> options().check(LookThenMove.class)).isInstanceOf(LincheckAssertionError.class);
    }

    private static ModelCheckingOptions options() {
        return new ModelCheckingOptions()
                .iterations(TestExtent.of(3, 15))
                .invocationsPerIteration(200)
                .threads(2)
                .actorsPerThread(3)
                .actorsBefore(0)
                .actorsAfter(1)
                .minimizeFailedScenario(false)
                .sequentialSpecification(Model.class);
    }

    private static boolean spent(Budget budget) {
        try {
            boolean granted = budget.reserve(new Usd(1)) == Budget.Reservation.GRANTED;
            if (granted) {
                budget.settle(new Usd(1), new Usd(1));
            }
            return granted;
        } catch (InterruptedException stopped) {
            throw new IllegalStateException(stopped);
        }
    }

    /// Calls that cost 1 each, and changes of the cap down to 1 and up to 3.
    public static class Moved {
        private final Budget budget = new Budget(Optional.of(new Usd(CAP)), Usd.ZERO, Usd.ZERO);

        @Operation
        public boolean spend() {
            return spent(budget);
        }

        @Operation
        public long lower() {
            return move(1);
        }

        @Operation
        public long raise() {
            return move(3);
        }

        private synchronized long move(long to) {
            long setAside = budget.beginMove().pico();
            budget.moveCap(new Usd(to));
            return setAside;
        }
    }

    /// The sequential specification of the budget.
    public static class Model {
        private long cap = CAP;
        private long spent;

        @Operation
        public boolean spend() {
            if (spent >= cap) {
                return false;
            }
            spent++;
            return true;
        }

        @Operation
        public long lower() {
            cap = 1;
            return spent;
        }

        @Operation
        public long raise() {
            cap = 3;
            return spent;
        }
    }

    /// The must-fail control: it reads the reservations, and changes the cap in a second step.
    public static class LookThenMove {
        private final Budget budget = new Budget(Optional.of(new Usd(CAP)), Usd.ZERO, Usd.ZERO);

        @Operation
        public boolean spend() {
            return spent(budget);
        }

        @Operation
        public long lower() {
            return move(1);
        }

        @Operation
        public long raise() {
            return move(3);
        }

        private synchronized long move(long to) {
            long setAside = budget.spent().plus(budget.reserved()).pico();
            budget.moveCap(new Usd(to));
            return setAside;
        }
    }
}
