package dev.rowan.simulator.batch;

import java.util.Optional;

/// Why a job fails as a whole; lines count from 1.
public record InputProblem(String code, String message, Optional<String> param, Optional<Integer> line) {

    public static InputProblem of(String code, String message) {
        return new InputProblem(code, message, Optional.empty(), Optional.empty());
    }

    public static InputProblem at(int line, String code, String message) {
        return new InputProblem(code, message, Optional.empty(), Optional.of(line));
    }
}
