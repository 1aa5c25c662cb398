package dev.rowan.engine.plan;

import dev.rowan.landscape.history.CallUsage;

/// Predicts the tokens of a call from recorded ones: a line through lengths of requests and their tokens.
record TokenFit(CallUsage usage) {

    double meanInput() {
        return usage.inputs() / usage.answers();
    }

    double meanOutput() {
        return usage.outputs() / usage.answers();
    }

    /// The input tokens of a request of `length` bytes as it would be recorded.
    double input(int length) {
        double n = usage.answers();
        double mean = usage.lengths() / n;
        double spread = usage.lengthSquares() - n * mean * mean;
        double common = usage.lengthInputs() - mean * usage.inputs();
        double proportion = usage.inputs() / Math.max(1, usage.lengths());
        double slope = spread > n ? common / spread : proportion;
        boolean plausible = slope > 0 && slope < 1;
        return Math.max(1, meanInput() + (plausible ? slope : proportion) * (length - mean));
    }
}
