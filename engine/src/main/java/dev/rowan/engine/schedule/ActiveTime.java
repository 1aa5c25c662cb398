package dev.rowan.engine.schedule;

import dev.rowan.landscape.RunQueries.Epoch;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;

/// Measures ages without the time in which no process worked on the run. Immutable.
///
/// `epochs` are the times of the processes, the last one that of this process.
public record ActiveTime(List<Epoch> epochs, InstantSource time) {
    public ActiveTime {
        epochs = List.copyOf(epochs);
    }

    /// For a run that has only this process.
    public static ActiveTime of(InstantSource time) {
        return new ActiveTime(List.of(), time);
    }

    /// How long the run has been active since a recorded event.
    Duration since(Instant event) {
        Instant now = time.instant();
        if (epochs.isEmpty()) {
            return between(event, now);
        }
        Duration age = between(later(event, epochs.getLast().first()), now);
        for (Epoch epoch : epochs.subList(0, epochs.size() - 1)) {
            age = age.plus(between(later(event, epoch.first()), epoch.last()));
        }
        return age;
    }

    private static Duration between(Instant from, Instant to) {
        return to.isAfter(from) ? Duration.between(from, to) : Duration.ZERO;
    }

    private static Instant later(Instant one, Instant other) {
        return one.isAfter(other) ? one : other;
    }
}
