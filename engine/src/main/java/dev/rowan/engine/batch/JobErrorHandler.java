package dev.rowan.engine.batch;

import dev.rowan.api.batch.BatchReply;
import dev.rowan.api.call.Receipt.Disposition;
import dev.rowan.engine.jobs.JobStep;
import dev.rowan.engine.jobs.JobStep.DelayDetail;
import java.time.Duration;
import java.util.Optional;
import java.util.OptionalLong;

/// Handles a failed step: retries it later, stops the run until the user fixes the cause, or holds the job.
public final class JobErrorHandler {
    private static final Duration FIRST = Duration.ofSeconds(5);
    private static final Duration LONGEST = Duration.ofMinutes(10);
    /// The maximum wait that a provider may request.
    private static final Duration CEILING = Duration.ofHours(1);

    private static final int MAX_FAILURES = 20;

    private final BatchContext context;
    private final JobStepRecorder steps;
    private final String address;
    private OptionalLong unreachableSince = OptionalLong.empty();

    /// `address` is that of the service.
    public JobErrorHandler(BatchContext context, JobStepRecorder steps, String address) {
        this.context = context;
        this.steps = steps;
        this.address = address;
    }

    /// The kind of a reply that is not [BatchReply.Done].
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

    /// Schedules a retry of the current step, in the given phase.
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

    /// Schedules a retry after `why`.
    public void retryLater(String what, String why, Optional<Duration> advised, DelayDetail detail)
            throws InterruptedException {
        int fails = steps.state().retry().fails() + 1;
        if (fails > MAX_FAILURES) {
            steps.hold(message(what, why) + "; tried " + fails + " times");
            return;
        }
        delay(longer(shorter(advised.orElse(Duration.ZERO), CEILING), wait(fails)), message(what, why), detail);
    }

    /// Schedules a retry of a step that did not reach the service; the last one when the down timeout is
    /// reached, after which the run stops. No job is held for this.
    private void unreachable(String what, String why, DelayDetail detail) throws InterruptedException {
        long now = context.time().nanos();
        if (steps.state().retry().fails() == 0 || unreachableSince.isEmpty()) {
            unreachableSince = OptionalLong.of(now);
        }
        Duration left = context.downTimeout().minusNanos(now - unreachableSince.getAsLong());
        Duration wait = wait(steps.state().retry().fails() + 1);
        delay(left.isPositive() ? shorter(wait, left) : wait, message(what, why), detail);
        if (!left.isPositive()) {
            context.stop()
                    .limit("run.service_down_timeout: the batch service at " + address + " could not be reached for "
                            + context.downTimeout().toMillis() / 1_000.0 + " s (" + message(what, why)
                            + "); no row failed because of it, and resume continues once it can be reached again");
        }
    }

    private String message(String what, String why) {
        return context.redaction().text(what + " did not work: " + why);
    }

    private void delay(Duration wait, String why, DelayDetail detail) throws InterruptedException {
        steps.record(new JobStep.Delayed(
                steps.state().retry().fails() + 1, steps.now().plus(wait), why, detail));
    }

    private static Optional<Duration> advised(BatchReply<?> reply) {
        return reply instanceof BatchReply.Refused<?> refused ? refused.retryAfter() : Optional.empty();
    }

    /// The backoff after this many consecutive failures.
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
