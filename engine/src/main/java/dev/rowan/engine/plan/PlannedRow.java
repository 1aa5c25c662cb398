package dev.rowan.engine.plan;

import dev.rowan.api.Outcome;
import dev.rowan.api.Reason;
import dev.rowan.api.call.Call;
import dev.rowan.engine.pipeline.Pipeline.TransformNode;
import java.util.List;
import java.util.Optional;

/// The plan of one source row, as far as it is known without sending anything. A split row has a part per token.
public record PlannedRow(long rowSeq, String position, Optional<String> id, List<Part> parts) {

    public PlannedRow {
        parts = List.copyOf(parts);
    }

    /// One token: the nodes that make calls, in order, and where it ends. `number` is 0 for the row itself; `branch`
    /// is that of a fork or an expansion which a join closes, else empty. After its steps it takes one of the
    /// `alternatives`, depending on an answer.
    public record Part(int number, String branch, List<Step> steps, End end, List<Alternative> alternatives) {
        public Part {
            steps = List.copyOf(steps);
            alternatives = List.copyOf(alternatives);
        }
    }

    /// A possible path after gates: `name` are their edges.
    public record Alternative(String name, List<Step> steps, End end) {
        public Alternative {
            steps = List.copyOf(steps);
        }
    }

    /// A visit to a node that calls a service.
    public sealed interface Step {
        TransformNode node();

        /// It makes exactly these calls, if no answer stops it.
        record Sends(TransformNode node, List<Call> calls) implements Step {
            public Sends {
                calls = List.copyOf(calls);
            }
        }

        /// Its requests contain the answer of the node `before`. `guess` has a placeholder answer, for counting
        /// only.
        record Unknown(TransformNode node, String before, List<Call> guess) implements Step {
            public Unknown {
                guess = List.copyOf(guess);
            }
        }

        /// The transform does not support planning.
        record Untold(TransformNode node) implements Step {}
    }

    /// Where a token ends if no answer stops it.
    public sealed interface End {

        /// It passes all nodes.
        record Arrives(String sink) implements End {}

        /// It is joined with the others at `node`.
        record Joins(String node) implements End {}

        /// The aggregate at `node` collects it; which rows that makes depends on all rows.
        record Collected(String node) implements End {}

        /// It continues as the branches of a fork.
        record Splits() implements End {}

        /// An edge discards it.
        record Discarded() implements End {}

        /// It ends at `node` for `reason`, in `sink` if it goes to one.
        record Stops(String node, Reason reason, Outcome outcome, Optional<String> sink) implements End {}

        /// Unknown: depends on the answer of the node `before`.
        record Unknown(String before) implements End {}
    }
}
