package dev.rowan.engine.batch;

import dev.rowan.api.batch.BatchReply;
import dev.rowan.api.call.Receipt.Standing;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;

/// What is done when a step with a provider did not work: it is tried again later, the run is stopped until
/// someone puts something right, or the job is held.
final class Troubles {
    private static final Duration FIRST = Duration.ofSeconds(5);
    private static final Duration LONGEST = Duration.ofMinutes(10);
    /// The longest wait that a provider is granted.
    private static final Duration CEILING = Duration.ofHours(1);

    private static final int MOST_FAILS = 20;

    private final BatchSurroundings around;
    private final JobSteps steps;

    Troubles(BatchSurroundings around, JobSteps steps) {
        this.around = around;
        this.steps = steps;
    }

    /// What a reply that is not [BatchReply.Done] comes to.
    enum Kind {
        LATER,
        BLOCKED,
        GONE,
        NEVER
    }

    static Kind kind(BatchReply<?> reply) {
        return switch (reply) {
            case BatchReply.Done<?> _ -> throw new IllegalArgumentException("the step was done");
            case BatchReply.Refused<?> refused ->
                refused.mayPass()
                        ? Kind.LATER
                        : refused.standing() == Standing.DEAD_KEY || refused.standing() == Standing.NO_CREDIT
                                ? Kind.BLOCKED
                                : Kind.NEVER;
            case BatchReply.Gone<?> _ -> Kind.GONE;
            case BatchReply.Lost<?> _ -> Kind.LATER;
            case BatchReply.NotSent<?>(var _, boolean mayPass) -> mayPass ? Kind.LATER : Kind.BLOCKED;
        };
    }

    static String why(BatchReply<?> reply) {
        return switch (reply) {
            case BatchReply.Done<?> _ -> "done";
            case BatchReply.Refused<?>(int status, var standing, var _, var message) ->
                "refused with status " + status + " (" + standing.word() + "): " + message;
            case BatchReply.Gone<?>(var message) -> "not found (404): " + message;
            case BatchReply.Lost<?>(var why) -> "the reply was lost: " + why;
            case BatchReply.NotSent<?>(var why, var _) -> "nothing was sent: " + why;
        };
    }

    /// Plans another try of what is due now, in the phase given.
    void later(String what, BatchReply<?> reply, Facts facts) throws InterruptedException {
        if (Thread.interrupted()) {
            throw new InterruptedException();
        }
        if (kind(reply) == Kind.BLOCKED) {
            around.stop().blocked(what + " of batch job " + steps.fold().job() + ": " + why(reply));
        }
        later(what, why(reply), advised(reply), facts);
    }

    /// Plans another try after `why`.
    void later(String what, String why, Optional<Duration> advised, Facts facts) throws InterruptedException {
        int fails = steps.fold().fails() + 1;
        String told = around.redaction().text(what + " did not work: " + why);
        if (fails > MOST_FAILS) {
            steps.hold(told + "; tried " + fails + " times");
            return;
        }
        Instant again = steps.now().plus(longer(shorter(advised.orElse(Duration.ZERO), CEILING), wait(fails)));
        steps.step("delayed", facts.with("fails", fails).with("again_at", again).with("why", told));
    }

    private static Optional<Duration> advised(BatchReply<?> reply) {
        return reply instanceof BatchReply.Refused<?> refused ? refused.retryAfter() : Optional.empty();
    }

    /// The wait after so many tries in a row that did not work.
    static Duration wait(int fails) {
        Duration wait = FIRST.multipliedBy(1L << Math.min(fails - 1, 10));
        return wait.compareTo(LONGEST) > 0 ? LONGEST : wait;
    }

    private static Duration shorter(Duration one, Duration other) {
        return one.compareTo(other) < 0 ? one : other;
    }

    private static Duration longer(Duration one, Duration other) {
        return one.compareTo(other) > 0 ? one : other;
    }
}
