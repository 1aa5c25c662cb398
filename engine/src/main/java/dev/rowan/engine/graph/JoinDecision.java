package dev.rowan.engine.graph;

import dev.rowan.api.Reason;
import dev.rowan.api.TransformResult.Verdict;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/// What a [Barrier] decides on an event.
public sealed interface JoinDecision {

    /// Why a join fired; in the landscape the `route` of its visit.
    enum Trigger {
        ALL,
        ANY,
        QUORUM,
        /// Every branch has arrived or is lost.
        ACCOUNTED,
        TIMEOUT;

        public String word() {
            return name().toLowerCase(Locale.ROOT);
        }
    }

    /// A branch that does not arrive. The verdict is that of the error that ended it; a branch that ended
    /// without one, such as in another sink, has none.
    record Loss(int branch, Reason reason, Optional<Verdict> verdict) {}

    /// More events are needed.
    record Wait() implements JoinDecision {}

    /// The join fires with the branches `used`; those neither used nor lost are still in progress and end now.
    record Fire(Trigger trigger, List<Integer> used, List<Loss> lost) implements JoinDecision {
        public Fire {
            used = List.copyOf(used);
            lost = List.copyOf(lost);
        }
    }

    /// The join fails; the branches `arrived` and those in progress end now.
    ///
    /// `worst` is the loss with the worst verdict, the first of them in branch order; empty if there are fewer
    /// branches than the quorum. `verdict` is its verdict, or that of a failure if no loss has one.
    record Fail(Optional<Loss> worst, Verdict verdict, List<Integer> arrived, List<Loss> lost) implements JoinDecision {
        public Fail {
            arrived = List.copyOf(arrived);
            lost = List.copyOf(lost);
        }
    }

    /// The join had decided before.
    record Closed() implements JoinDecision {}
}
