package dev.rowan.simulator.batch;

import dev.rowan.simulator.answer.Seed;
import dev.rowan.simulator.json.Fields;
import java.time.Duration;
import java.util.List;

/// A job that was requested: its rows, and how they are answered. `facts` are what its provider wants to know of it
/// again, `problems` what is wrong with its input, `window` is when it expires unless the settings say otherwise.
public record NewJob(
        String id,
        BatchAccount account,
        Seed seed,
        RowWork work,
        Lines lines,
        Fields facts,
        List<InputProblem> problems,
        Duration window) {

    public NewJob {
        problems = List.copyOf(problems);
    }
}
