package dev.rowan.engine.control;

import dev.rowan.api.call.Usd;
import dev.rowan.engine.pool.PoolConfig;
import dev.rowan.engine.pool.TunableNode;
import dev.rowan.engine.throttle.DeclaredLimits;
import dev.rowan.landscape.record.ControlRequest;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/// Turns control requests into changes, or says why that is impossible. Owned by the run's own thread.
final class ControlChanges {
    private final RunControls controls;

    ControlChanges(RunControls controls) {
        this.controls = controls;
    }

    ControlChange of(ControlRequest order, String operator) {
        if (controls.isStopping() && !(order instanceof ControlRequest.Cancel)) {
            return new ControlChange.Refused("the run is stopping and accepts only cancel");
        }
        String by = "a control request by " + operator;
        return switch (order) {
            case ControlRequest.PoolSize(var node, int size) -> at(node, calls -> poolSize(calls, size));
            case ControlRequest.RequestsPerMinute(var node, var limit) -> at(node, calls -> requests(calls, limit));
            case ControlRequest.TokensPerMinute(var node, var limit) -> at(node, calls -> tokens(calls, limit));
            case ControlRequest.MaxCost(var cap) -> maxCost(cap);
            case ControlRequest.Pause _ ->
                controls.isPaused()
                        ? new ControlChange.Refused("the run is paused already")
                        : simple(
                                "working",
                                "paused",
                                "paused: requests on the wire finish, nothing new starts",
                                controls::pause);
            case ControlRequest.Resume _ ->
                controls.isPaused()
                        ? simple("paused", "working", "resumed", controls::resume)
                        : new ControlChange.Refused("the run is not paused");
            case ControlRequest.Drain _ ->
                simple("working", "draining", "stopping: rows in flight finish first", () -> controls.drain(by));
            case ControlRequest.Cancel _ ->
                simple("working", "cancelled", "stopping immediately", () -> controls.cancel(by));
            case ControlRequest.CancelJobs(var job) -> cancelJobs(job);
        };
    }

    private static ControlChange simple(String from, String to, String words, Runnable effect) {
        return new ControlChange.Possible(null, from, to, words, effect);
    }

    private ControlChange cancelJobs(OptionalLong job) {
        List<Long> open = controls.cancellableJobs();
        if (job.isPresent() && !controls.jobs().contains(job.getAsLong())) {
            return new ControlChange.Refused("the run has no batch job " + job.getAsLong() + "; it has "
                    + (controls.jobs().isEmpty() ? "none" : text(controls.jobs())));
        }
        if (job.isPresent() ? !open.contains(job.getAsLong()) : open.isEmpty()) {
            return new ControlChange.Refused(
                    job.isPresent()
                            ? "job " + job.getAsLong() + " has ended already; there is nothing to cancel"
                            : "the run has no open batch jobs");
        }
        List<Long> chosen = job.isPresent() ? List.of(job.getAsLong()) : open;
        return simple(
                "submitting",
                text(chosen) + " cancelled",
                text(chosen) + (chosen.size() == 1 ? " is" : " are")
                        + " being cancelled; what is finished is kept, and the run submits nothing until"
                        + " `resume` or `batch retry`",
                () -> controls.cancelJobs(job));
    }

    private static String text(List<Long> jobs) {
        return (jobs.size() == 1 ? "job " : "jobs ")
                + jobs.stream().map(String::valueOf).collect(Collectors.joining(", "));
    }

    private ControlChange at(String name, Function<TunableNode, ControlChange> change) {
        Optional<TunableNode> calls = controls.node(name);
        if (calls.isPresent()) {
            return change.apply(calls.get());
        }
        if (controls.transforms().contains(name)) {
            return new ControlChange.Refused(
                    "the transform '" + name + "' makes no calls, so it has no pool and no limits");
        }
        return new ControlChange.Refused(
                "the run has no transform '" + name + "'; it has " + String.join(", ", controls.transforms()));
    }

    private static ControlChange poolSize(TunableNode calls, int size) {
        if (size < 1 || size > PoolConfig.MAX_POOL_SIZE) {
            return new ControlChange.Refused(
                    "pool_size must be from 1 to " + PoolConfig.MAX_POOL_SIZE + ", got " + size);
        }
        PoolConfig now = calls.config();
        return new ControlChange.Possible(
                calls.name(),
                (long) now.poolSize(),
                (long) size,
                "pool_size of '" + calls.name() + "' is " + size + ", was " + now.poolSize(),
                () -> calls.tune(now.withPoolSize(size)));
    }

    private static ControlChange requests(TunableNode calls, OptionalLong limit) {
        PoolConfig now = calls.config();
        return limit(
                calls,
                "requests_per_minute",
                now.limits().requestsPerMinute(),
                limit,
                to -> new DeclaredLimits(to, now.limits().tokensPerMinute()));
    }

    private static ControlChange tokens(TunableNode calls, OptionalLong limit) {
        PoolConfig now = calls.config();
        return limit(
                calls,
                "tokens_per_minute",
                now.limits().tokensPerMinute(),
                limit,
                to -> new DeclaredLimits(now.limits().requestsPerMinute(), to));
    }

    private static ControlChange limit(
            TunableNode calls,
            String what,
            Optional<Long> from,
            OptionalLong limit,
            Function<Optional<Long>, DeclaredLimits> changed) {
        if (limit.isPresent() && limit.getAsLong() < 1) {
            return new ControlChange.Refused(what + " must be at least 1, or none, got " + limit.getAsLong());
        }
        Optional<Long> to = limit.isPresent() ? Optional.of(limit.getAsLong()) : Optional.empty();
        PoolConfig now = calls.config();
        return new ControlChange.Possible(
                calls.name(),
                from.orElse(null),
                to.orElse(null),
                what + " of '" + calls.name() + "' is " + word(to.orElse(null)) + ", was " + word(from.orElse(null)),
                () -> calls.tune(now.withLimits(changed.apply(to))));
    }

    private static String word(@Nullable Long limit) {
        return limit == null ? "none" : limit.toString();
    }

    private ControlChange maxCost(Usd cap) {
        Optional<String> refusal = controls.cost().refusal();
        if (refusal.isPresent()) {
            return new ControlChange.Refused(refusal.get());
        }
        Optional<Usd> from = controls.cost().cap();
        Usd spent = controls.cost().spent();
        return new ControlChange.Possible(
                null,
                from.map(Usd::toString).orElse(null),
                cap.toString(),
                "the cost cap is " + cap + " USD, was "
                        + from.map(was -> was + " USD").orElse("none")
                        + (spent.compareTo(cap) > 0
                                ? ": " + spent + " are spent already, so no more calls are made"
                                : ""),
                () -> controls.cost().moveCap(cap));
    }
}
