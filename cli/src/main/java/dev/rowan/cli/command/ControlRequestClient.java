package dev.rowan.cli.command;

import dev.rowan.api.Time;
import dev.rowan.landscape.ControlRequestStore;
import dev.rowan.landscape.LandscapeException;
import dev.rowan.landscape.record.ControlRequest;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// Sends control requests to the process that works on a run, through the landscape, and waits for its answers.
public final class ControlRequestClient {
    public static final Duration PATIENCE = Duration.ofSeconds(10);
    private static final Duration LOOK = Duration.ofMillis(100);

    private ControlRequestClient() {}

    /// A request that was sent, and its answer when it came in time.
    public record Sent(long number, ControlRequest order, Optional<ControlRequestStore.Answer> answer) {

        public boolean followed() {
            return answer.map(ControlRequestStore.Answer::followed).orElse(false);
        }

        /// Whether the process ended before it came to the request.
        public boolean cameTooLate() {
            return answer.filter(given -> !given.followed() && given.words().equals(ControlRequestStore.ENDED))
                    .isPresent();
        }
    }

    /// A run that nobody works on is a [LandscapeException].
    public static List<Sent> send(
            LandscapeAddress address, String runId, String operator, List<ControlRequest> requests, Time time)
            throws InterruptedException {
        try (ControlRequestStore orders = address.orders()) {
            var sent = new ArrayList<Sent>();
            for (ControlRequest request : requests) {
                sent.add(new Sent(orders.give(runId, operator, request), request, Optional.empty()));
            }
            return await(orders, sent, time);
        }
    }

    /// The same for one request that the caller can carry out itself: empty when nobody works on the run any more.
    public static Optional<Sent> sendIfWorkedOn(
            LandscapeAddress address, String runId, String operator, ControlRequest request, Time time)
            throws InterruptedException {
        try {
            return Optional.of(send(address, runId, operator, List.of(request), time)
                            .getFirst())
                    .filter(sent -> !sent.cameTooLate());
        } catch (LandscapeException _) {
            return Optional.empty();
        }
    }

    private static List<Sent> await(ControlRequestStore orders, List<Sent> sent, Time time)
            throws InterruptedException {
        long until = time.nanos() + PATIENCE.toNanos();
        while (true) {
            List<Sent> now = sent.stream()
                    .map(one -> new Sent(one.number(), one.order(), orders.answered(one.number())))
                    .toList();
            boolean all = now.stream().allMatch(one -> one.answer().isPresent());
            if (all || time.nanos() - until >= 0) {
                return now;
            }
            time.sleep(LOOK);
        }
    }
}
