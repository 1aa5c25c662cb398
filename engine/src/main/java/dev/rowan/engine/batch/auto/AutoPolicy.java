package dev.rowan.engine.batch.auto;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/// Decides for `mode: auto` what may be with the batch service and what must go out in real time.
///
/// A batch costs half and its delay is unknown, so everything is left there as long as it can be: at each
/// moment no more calls may be with the service than real time could still do before the deadline, after the
/// time that it takes to cancel and to collect. What is beyond that goes out in real time: first what is in
/// no job, then whole jobs, the one with the most left first, since a job that has begun late ends late. A
/// pure function.
///
/// `collect` is how long it takes from the cancel of a job until what it finished is on record and the rest
/// can be sent. `margin` is the share of the pace in real time that is not counted on.
public record AutoPolicy(Duration collect, double margin) {
    /// How many rows go out in real time before the first job.
    public static final int CANARIES = 20;

    /// A provider may take ten minutes to cancel.
    public static final AutoPolicy USUAL = new AutoPolicy(Duration.ofMinutes(15), 0.4);

    /// The built-in simulator cancels at once.
    public static final AutoPolicy SIMULATED = new AutoPolicy(Duration.ofSeconds(3), 0.4);

    /// A job that a provider works on: its number, how many calls it has, and when it was created.
    public record Live(long job, long calls, Instant since) {}

    /// How things are: `pace` is how many calls a second real time does, `ahead` how many calls it has to do
    /// already, `waiting` how many are in no job yet.
    public record Situation(Instant now, Instant deadline, double pace, long ahead, long waiting, List<Live> live) {
        public Situation {
            live = List.copyOf(live);
        }
    }

    /// What to do now: how many of the waiting calls may be submitted (the others go out in real time), which
    /// jobs to cancel, and when to look again at the latest.
    public record Decision(long submit, List<Long> cancel, Instant lookAgain) {
        public Decision {
            cancel = List.copyOf(cancel);
        }
    }

    /// How many calls may be with the batch service at `now`: as many as real time could do in the time that
    /// is left.
    public long room(Instant now, Instant deadline, double pace, long ahead) {
        Duration left = Duration.between(now, deadline).minus(collect);
        double calls = left.toMillis() / 1_000.0 * pace * (1 - margin);
        return (long) Math.max(0, Math.floor(calls) - ahead);
    }

    public Decision decide(Situation is) {
        long room = room(is.now(), is.deadline(), is.pace(), is.ahead());
        long with = is.live().stream().mapToLong(Live::calls).sum();
        List<Long> cancel = new ArrayList<>();
        if (with > room) {
            for (Live job : latestFirst(is.live())) {
                if (with <= room) {
                    break;
                }
                cancel.add(job.job());
                with -= job.calls();
            }
        }
        long submit = Math.clamp(room - with, 0, is.waiting());
        return new Decision(submit, cancel, nextLook(is, with + submit));
    }

    private static List<Live> latestFirst(List<Live> live) {
        return live.stream()
                .sorted(Comparator.comparing(Live::since)
                        .reversed()
                        .thenComparing(Comparator.comparingLong(Live::job).reversed()))
                .toList();
    }

    /// The moment at which there is room for just so many calls and no more; soon when nothing is with the
    /// service.
    private Instant nextLook(Situation is, long with) {
        double usable = is.pace() * (1 - margin);
        if (usable <= 0) {
            return is.now();
        }
        Duration needed = collect.plusMillis((long) Math.ceil((with + is.ahead()) / usable * 1_000));
        Instant at = is.deadline().minus(needed);
        return at.isAfter(is.now()) ? at : is.now();
    }

    /// How many calls a job should have at most, so that single jobs can be called back one after the other:
    /// a tenth of what real time could do in the time that is left, and no fewer than a hundred.
    public long jobSize(Instant now, Instant deadline, double pace, long most) {
        return Math.clamp(room(now, deadline, pace, 0) / 10, Math.min(100, most), most);
    }
}
