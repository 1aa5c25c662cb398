package dev.rowan.engine.batch.auto;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/// Decides for `mode: auto` what may stay at the batch service and what must be sent in real time.
///
/// A batch costs half and its latency is unknown, so calls stay there as long as possible: at any time at most
/// as many as could still be done in real time before the deadline, after cancelling and collecting. The excess
/// is sent in real time: first calls that are in no job, then whole jobs, the one with the most left first,
/// since a job that started late ends late. A pure function.
///
/// `collect` is the time from the cancel of a job until its finished results are recorded and the rest can be
/// sent. `margin` is the share of the realtime throughput held in reserve.
public record AutoPolicy(Duration collect, double margin) {
    /// The rows sent in real time before the first job.
    public static final int CANARIES = 20;

    /// A provider may take ten minutes to cancel.
    public static final AutoPolicy USUAL = new AutoPolicy(Duration.ofMinutes(15), 0.4);

    /// The built-in simulator cancels immediately.
    public static final AutoPolicy SIMULATED = new AutoPolicy(Duration.ofSeconds(3), 0.4);

    /// A running job: its number, its calls, and when it was created.
    public record Live(long job, long calls, Instant since) {}

    /// The current state: `pace` is the realtime throughput in calls per second, `ahead` the realtime backlog,
    /// `waiting` the calls that are in no job yet.
    public record Situation(Instant now, Instant deadline, double pace, long ahead, long waiting, List<Live> live) {
        public Situation {
            live = List.copyOf(live);
        }
    }

    /// What to do now: how many waiting calls may be submitted (the others are sent in real time), which jobs
    /// to cancel, and when to decide again at the latest.
    public record Decision(long submit, List<Long> cancel, Instant lookAgain) {
        public Decision {
            cancel = List.copyOf(cancel);
        }
    }

    /// The calls that may be at the batch service at `now`: as many as could be done in real time in the
    /// remaining time.
    public long capacity(Instant now, Instant deadline, double pace, long ahead) {
        Duration left = Duration.between(now, deadline).minus(collect);
        double calls = left.toMillis() / 1_000.0 * pace * (1 - margin);
        return (long) Math.max(0, Math.floor(calls) - ahead);
    }

    public Decision decide(Situation is) {
        long capacity = capacity(is.now(), is.deadline(), is.pace(), is.ahead());
        long with = is.live().stream().mapToLong(Live::calls).sum();
        List<Long> cancel = new ArrayList<>();
        if (with > capacity) {
            for (Live job : latestFirst(is.live())) {
                if (with <= capacity) {
                    break;
                }
                cancel.add(job.job());
                with -= job.calls();
            }
        }
        long submit = Math.clamp(capacity - with, 0, is.waiting());
        return new Decision(submit, cancel, nextLook(is, with + submit));
    }

    private static List<Live> latestFirst(List<Live> live) {
        return live.stream()
                .sorted(Comparator.comparing(Live::since)
                        .reversed()
                        .thenComparing(Comparator.comparingLong(Live::job).reversed()))
                .toList();
    }

    /// When the capacity drops to this many calls; soon if nothing is at the service.
    private Instant nextLook(Situation is, long with) {
        double usable = is.pace() * (1 - margin);
        if (usable <= 0) {
            return is.now();
        }
        Duration needed = collect.plusMillis((long) Math.ceil((with + is.ahead()) / usable * 1_000));
        Instant at = is.deadline().minus(needed);
        return at.isAfter(is.now()) ? at : is.now();
    }

    /// The maximum number of calls per job, so that jobs can be cancelled one by one: a tenth of what could be
    /// done in real time in the remaining time, and at least a hundred.
    public long jobSize(Instant now, Instant deadline, double pace, long max) {
        return Math.clamp(capacity(now, deadline, pace, 0) / 10, Math.min(100, max), max);
    }
}
