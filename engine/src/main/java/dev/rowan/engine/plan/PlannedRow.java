package dev.rowan.engine.plan;

import dev.rowan.api.Outcome;
import dev.rowan.api.Reason;
import dev.rowan.api.call.Call;
import dev.rowan.engine.pipeline.Pipeline.TransformNode;
import java.util.List;
import java.util.Optional;

/// What would become of one row of the source, as far as it can be told without sending anything. A row that becomes
/// several has a part for each of its tokens.
public record PlannedRow(long rowSeq, String position, Optional<String> id, List<Part> parts) {

    public PlannedRow {
        parts = List.copyOf(parts);
    }

    /// One token: the nodes at which it calls out, in order, and where it ends. `number` is 0 for the row itself.
    public record Part(int number, List<Step> steps, End end) {
        public Part {
            steps = List.copyOf(steps);
        }
    }

    /// A visit to a node that calls a service.
    public sealed interface Step {
        TransformNode node();

        /// It makes exactly these calls, if every answer lets it go on.
        record Sends(TransformNode node, List<Call> calls) implements Step {
            public Sends {
                calls = List.copyOf(calls);
            }
        }

        /// What it sends holds what the node `before` answers. `guess` has a made-up answer in its place and is good
        /// for counting alone.
        record Unknown(TransformNode node, String before, List<Call> guess) implements Step {
            public Unknown {
                guess = List.copyOf(guess);
            }
        }

        /// The transform does not tell beforehand what it sends.
        record Untold(TransformNode node) implements Step {}
    }

    /// Where a token ends if every answer lets it go on.
    public sealed interface End {

        /// It passes all nodes.
        record Arrives(String sink) implements End {}

        /// It ends at `node` for `reason`, in `sink` if it goes to one.
        record Stops(String node, Reason reason, Outcome outcome, Optional<String> sink) implements End {}

        /// Its further way cannot be known before the node `before` has answered.
        record Unknown(String before) implements End {}
    }
}
