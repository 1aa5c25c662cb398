package dev.rowan.engine.batch;

import dev.rowan.api.batch.BatchReply;
import dev.rowan.api.call.Receipt.Disposition;
import dev.rowan.engine.jobs.JobStep;
import dev.rowan.engine.jobs.JobStep.DelayDetail;
import java.time.Duration;
import java.util.Optional;
import java.util.OptionalLong;

/// What is done when a step with a provider did not work: it is tried again later, the run is stopped until
/// someone puts something right, or the job is held.
public final class JobErrorHandler {
    private static final Duration FIRST = Duration.ofSeconds(5);
    private static final Duration LONGEST = Duration.ofMinutes(10);
    /// The longest wait that a provider is granted.
    private static final Duration CEILING = Duration.ofHours(1);

    private static final int MOST_FAILS = 20;

    private final BatchContext context;
    private final JobStepRecorder steps;
    private final String address;
    private OptionalLong unreachableSince = OptionalLong.empty();

    /// `address` is where the service is.
    public JobErrorHandler(BatchContext context, JobStepRecorder steps, String address) {
        this.context = context;
        this.steps = steps;
        this.address = address;
    }

    /// What a reply that is not [BatchReply.Done] comes to.
    public enum Kind {
        LATER,
        BLOCKED,
        GONE,
        NEVER
    }

    public static Kind kind(BatchReply<?> reply) {
        return switch (reply) {
            case BatchReply.Done<?> _ -> throw new IllegalArgumentException("the step was done");
            case BatchReply.Refused<?> refused ->
                refused.isRetryable()
                        ? Kind.LATER
                        : refused.disposition() == Disposition.DEAD_KEY
                                        || refused.disposition() == Disposition.NO_CREDIT
                                ? Kind.BLOCKED
                                : Kind.NEVER;
            case BatchReply.Gone<?> _ -> Kind.GONE;
            case BatchReply.Lost<?> _ -> Kind.LATER;
            case BatchReply.NotSent<?>(var _, boolean mayPass) -> mayPass ? Kind.LATER : Kind.BLOCKED;
        };
    }

    public static String why(BatchReply<?> reply) {
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
    public void retryLater(String what, BatchReply<?> reply, DelayDetail detail) throws InterruptedException {
        if (Thread.interrupted()) {
            throw new InterruptedException();
        }
        if (kind(reply) == Kind.BLOCKED) {
            context.stop().blocked(what + " of batch job " + steps.state().job() + ": " + why(reply));
        }
        if (reply instanceof BatchReply.NotSent<?>(var _, boolean mayPass) && mayPass) {
            unreachable(what, why(reply), detail);
        } else {
            unreachableSince = OptionalLong.empty();
            retryLater(what, why(reply), advised(reply), detail);
        }
    }

    /// Plans another try after `why`.
    public void retryLater(String what, String why, Optional<Duration> advised, DelayDetail detail)
            throws InterruptedException {
        int fails = steps.state().retry().fails() + 1;
        if (fails > MOST_FAILS) {
            steps.hold(told(what, why) + "; tried " + fails + " times");
            return;
        }
        delay(longer(shorter(advised.orElse(Duration.ZERO), CEILING), wait(fails)), told(what, why), detail);
    }

    /// Plans another try of a step that did not reach the service, the last one when the run has waited for as long
    /// as it may; after that the run stops. No job is held for it.
    private void unreachable(String what, String why, DelayDetail detail) throws InterruptedException {
        long now = context.time().nanos();
        if (steps.state().retry().fails() == 0 || unreachableSince.isEmpty()) {
            unreachableSince = OptionalLong.of(now);
        }
        Duration left = context.downTimeout().minusNanos(now - unreachableSince.getAsLong());
        Duration wait = wait(steps.state().retry().fails() + 1);
        delay(left.isPositive() ? shorter(wait, left) : wait, told(what, why), detail);
        if (!left.isPositive()) {
            context.stop()
                    .limit("run.service_down_timeout: the batch service at " + address + " could not be reached for "
                            + context.downTimeout().toMillis() / 1_000.0 + " s (" + told(what, why)
                            + "); no row failed for it, and resume continues once it can be reached again");
        }
    }

    private String told(String what, String why) {
        return context.redaction().text(what + " did not work: " + why);
    }

    private void delay(Duration wait, String why, DelayDetail detail) throws InterruptedException {
        steps.record(new JobStep.Delayed(
                steps.state().retry().fails() + 1, steps.now().plus(wait), why, detail));
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
