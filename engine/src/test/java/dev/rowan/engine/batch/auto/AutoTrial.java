package dev.rowan.engine.batch.auto;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;

/// Simulates one run under an [AutoPolicy] with the latencies of a trace, event by event in virtual time.
///
/// `seed` adds noise: a cancel takes up to ten minutes, collecting up to three more, and the realtime
/// throughput is between 25 % below and 10 % above the measured one.
final class AutoTrial {
    private static final Instant START = Instant.parse("2026-01-01T00:00:00Z");
    private static final Duration BETWEEN_LOOKS = Duration.ofMinutes(1);
    private static final long CANARIES = 20;

    private final AutoPolicy policy;
    private final Trace trace;
    private final long calls;
    private final double pace;
    private final double truePace;
    private final SplittableRandom random;
    private final Instant deadline;
    private final List<Job> live = new ArrayList<>();

    private Instant now = START;
    private double ahead = CANARIES;
    private long waiting;
    private int jobs;
    private double cost;

    AutoTrial(AutoPolicy policy, Trace trace, long calls, double pace, long seed) {
        this.policy = policy;
        this.trace = trace;
        this.calls = calls;
        this.pace = pace;
        this.random = new SplittableRandom(seed);
        this.truePace = pace * random.nextDouble(0.75, 1.1);
        this.deadline = START.plus(trace.deadline());
        this.waiting = calls - CANARIES;
    }

    /// The result: when the last call was done, and the cost in realtime calls.
    record Result(boolean inTime, Duration took, double cost) {}

    private static final class Job {
        private final long number;
        private final long calls;
        private final Instant since;
        private final Trace.Delay delay;
        private Instant end;
        private boolean cancelled;
        private double done;

        Job(long number, long calls, Instant since, Trace.Delay delay) {
            this.number = number;
            this.calls = calls;
            this.since = since;
            this.delay = delay;
            this.end = since.plus(delay.end());
            this.done = delay.done();
        }
    }

    Result run() {
        cost = CANARIES;
        while (waiting > 0 || !live.isEmpty() || ahead > 0) {
            settle();
            decide();
            Instant next = now.plus(BETWEEN_LOOKS);
            double did = truePace * Duration.between(now, next).toMillis() / 1_000.0;
            if (waiting == 0 && live.isEmpty() && ahead <= did) {
                now = now.plusMillis((long) (ahead / truePace * 1_000));
                break;
            }
            ahead = Math.max(0, ahead - did);
            now = next;
        }
        Duration took = Duration.between(START, now);
        return new Result(took.compareTo(trace.deadline()) <= 0, took, cost);
    }

    /// Ended jobs: finished calls cost half, the rest waits again.
    private void settle() {
        for (Job job : List.copyOf(live)) {
            if (!job.end.isAfter(now)) {
                live.remove(job);
                long done = Math.round(job.calls * job.done);
                cost += done * 0.5;
                waiting += job.calls - done;
            }
        }
    }

    private void decide() {
        List<AutoPolicy.Live> seen = live.stream()
                .filter(job -> !job.cancelled)
                .map(job -> new AutoPolicy.Live(job.number, job.calls, job.since))
                .toList();
        long coming = live.stream()
                .filter(job -> job.cancelled)
                .mapToLong(job -> job.calls)
                .sum();
        var is = new AutoPolicy.Situation(now, deadline, pace, (long) Math.ceil(ahead) + coming, waiting, seen);
        AutoPolicy.Decision decision = policy.decide(is);
        live.stream().filter(job -> decision.cancel().contains(job.number)).forEach(this::cancel);
        long size = policy.jobSize(now, deadline, pace, 50_000);
        long submit = decision.submit();
        long realTime = waiting - submit;
        cost += realTime;
        ahead += realTime;
        while (submit > 0) {
            long taken = Math.min(size, submit);
            live.add(new Job(
                    jobs, taken, now, trace.delays().get(jobs % trace.delays().size())));
            jobs++;
            submit -= taken;
        }
        waiting = 0;
    }

    private void cancel(Job job) {
        Instant end = now.plusMillis((long) (random.nextDouble(0, 13) * 60_000));
        if (end.isBefore(job.end)) {
            job.done = job.delay.doneAfter(Duration.between(job.since, now));
            job.end = end;
        }
        job.cancelled = true;
    }

    /// The minimum cost with known latencies: every call that a first job finishes by the deadline at half
    /// price, and the others in real time immediately.
    double costKnowing() {
        long size = policy.jobSize(START, deadline, pace, 50_000);
        long rest = calls;
        double sum = 0;
        for (int job = 0; rest > 0; job++) {
            long taken = Math.min(size, rest);
            double done = trace.delays().get(job % trace.delays().size()).doneAfter(trace.deadline());
            sum += taken * (1 - 0.5 * done);
            rest -= taken;
        }
        return sum;
    }
}
