package dev.rowan.landscape.history;

/// The answered calls with number `call` of a node, in real time or `batched`, summed up: the lengths of their requests
/// as recorded and their tokens. `lengthSquares` and `lengthInputs` are sums of squares and products, for a fit.
public record CallUsage(
        int node,
        int call,
        boolean batched,
        long answers,
        double lengths,
        double lengthSquares,
        double inputs,
        double lengthInputs,
        double outputs,
        double cached,
        double written,
        double reasoning) {

    /// Both together.
    public CallUsage plus(CallUsage other) {
        return new CallUsage(
                node,
                call,
                batched,
                answers + other.answers,
                lengths + other.lengths,
                lengthSquares + other.lengthSquares,
                inputs + other.inputs,
                lengthInputs + other.lengthInputs,
                outputs + other.outputs,
                cached + other.cached,
                written + other.written,
                reasoning + other.reasoning);
    }
}
