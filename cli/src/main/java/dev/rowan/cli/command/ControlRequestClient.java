package dev.rowan.cli.command;

import dev.rowan.api.Time;
import dev.rowan.landscape.ControlRequestStore;
import dev.rowan.landscape.LandscapeException;
import dev.rowan.landscape.record.ControlRequest;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// Sends control requests through the landscape to the process executing a run, and waits for its answers.
public final class ControlRequestClient {
    public static final Duration ANSWER_TIMEOUT = Duration.ofSeconds(10);
    private static final Duration POLL_INTERVAL = Duration.ofMillis(100);

    private ControlRequestClient() {}

    /// A sent request, and its answer if it arrived in time.
    public record Sent(long number, ControlRequest order, Optional<ControlRequestStore.Answer> answer) {

        public boolean followed() {
            return answer.map(ControlRequestStore.Answer::followed).orElse(false);
        }

        /// Whether the process ended before it read the request.
        public boolean arrivedTooLate() {
            return answer.filter(given -> !given.followed() && given.message().equals(ControlRequestStore.ENDED))
                    .isPresent();
        }
    }

    /// Throws a [LandscapeException] if no process executes the run.
    public static List<Sent> send(
            LandscapeAddress address, String runId, String operator, List<ControlRequest> requests, Time time)
            throws InterruptedException {
        try (ControlRequestStore store = address.controlRequests()) {
            var sent = new ArrayList<Sent>();
            for (ControlRequest request : requests) {
                sent.add(new Sent(store.give(runId, operator, request), request, Optional.empty()));
            }
            return await(store, sent, time);
        }
    }

    /// The same for one request; empty if no process executes the run any more, so that the caller can do it itself.
    public static Optional<Sent> sendIfWorkedOn(
            LandscapeAddress address, String runId, String operator, ControlRequest request, Time time)
            throws InterruptedException {
        try {
            return Optional.of(send(address, runId, operator, List.of(request), time)
                            .getFirst())
                    .filter(sent -> !sent.arrivedTooLate());
        } catch (LandscapeException _) {
            return Optional.empty();
        }
    }

    private static List<Sent> await(ControlRequestStore store, List<Sent> sent, Time time) throws InterruptedException {
        long until = time.nanos() + ANSWER_TIMEOUT.toNanos();
        while (true) {
            List<Sent> now = sent.stream()
                    .map(one -> new Sent(one.number(), one.order(), store.answered(one.number())))
                    .toList();
            boolean all = now.stream().allMatch(one -> one.answer().isPresent());
            if (all || time.nanos() - until >= 0) {
                return now;
            }
            time.sleep(POLL_INTERVAL);
        }
    }
}
