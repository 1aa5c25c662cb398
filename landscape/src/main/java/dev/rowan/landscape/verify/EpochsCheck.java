package dev.rowan.landscape.verify;

import dev.rowan.landscape.chain.EventTable;
import dev.rowan.landscape.chain.LogKey;
import dev.rowan.landscape.fold.ChainEvents;
import dev.rowan.landscape.fold.RunEvents;
import dev.rowan.landscape.record.UnknownCause;
import java.util.HashMap;
import java.util.Map;

/// I10, in each chain (F1 and F2): epochs never decrease, and a new one starts with the ends of what the writer before
/// left open, and `run_resumed`, or `writer_joined` or `writer_fenced`. Owned by one thread.
final class EpochsCheck {
    private final Findings findings;
    private final Map<Integer, State> chains = new HashMap<>();

    /// A chain's epoch, and whether it has begun.
    private static final class State {
        private int epoch;
        private boolean begun;
    }

    EpochsCheck(Findings findings) {
        this.findings = findings;
    }

    private State state(int writer) {
        return chains.computeIfAbsent(writer, _ -> new State());
    }

    /// Takes the next event of a chain; returns whether it ends an epoch and starts another.
    boolean next(StoredEvent event) {
        State state = state(event.writer());
        boolean resumes = begins(event);
        boolean ended = false;
        if (event.epoch() < state.epoch) {
            boolean claims = event.table() == EventTable.CALL_INTENT;
            findings.add(rule(event, claims), "it has epoch " + event.epoch() + " after epoch " + state.epoch);
        } else if (event.epoch() > state.epoch) {
            ended = state.epoch > 0;
            state.begun = !ended;
        } else if (resumes && state.begun) {
            findings.add(rule(event, false), "the run is resumed in the epoch that it had,  " + state.epoch);
        }
        state.epoch = event.epoch();
        if (!state.begun && !resumes && !endsWhatWasOpen(event)) {
            findings.add(
                    rule(event, false),
                    "it has epoch " + state.epoch + ", which should begin with " + beginning(event));
            state.begun = true;
        }
        state.begun |= resumes;
        return ended;
    }

    private static String rule(StoredEvent event, boolean claims) {
        return event.writer() == LogKey.OWNER ? "I10" : claims ? "F1" : "F2";
    }

    /// Whether the event begins an epoch of its chain.
    static boolean begins(StoredEvent event) {
        return event.writer() == LogKey.OWNER
                ? event.isOf(RunEvents.RUN_RESUMED)
                : ChainEvents.EPOCH_BEGINNINGS.stream().anyMatch(event::isOf);
    }

    private static String beginning(StoredEvent event) {
        return event.writer() == LogKey.OWNER ? RunEvents.RUN_RESUMED : ChainEvents.WRITER_JOINED;
    }

    private static boolean endsWhatWasOpen(StoredEvent event) {
        return event.table() == EventTable.CALL_END
                && event.text("standing")
                        .filter(UnknownCause.OWNER_DIED::equals)
                        .isPresent();
    }

    boolean isBegun(int writer) {
        return state(writer).begun;
    }

    int of(int writer) {
        return state(writer).epoch;
    }
}
