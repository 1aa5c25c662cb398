package dev.rowan.config;

import dev.rowan.api.config.Problem;

/// Text that cannot be parsed any further, with its problem.
final class UnreadableYamlException extends Exception {
    private static final long serialVersionUID = 1L;

    private final transient Problem problem;

    UnreadableYamlException(Problem problem) {
        super(problem.toString());
        this.problem = problem;
    }

    Problem problem() {
        return problem;
    }
}
