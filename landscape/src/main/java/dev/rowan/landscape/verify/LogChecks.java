package dev.rowan.landscape.verify;

import dev.rowan.landscape.LandscapeException;
import dev.rowan.landscape.chain.LogKey;
import dev.rowan.landscape.fold.ChainEvents;
import dev.rowan.landscape.fold.ChainEvents.ChainEnd;
import dev.rowan.landscape.fold.RecordedJson;
import dev.rowan.landscape.verify.VerifyReport.Seals;
import java.util.Collection;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/// Checks the logs of all writers of a run, and that the seal at its end covers them. Owned by one thread.
final class LogChecks {
    private final LogCheck owner;
    private final Map<Integer, LogCheck> others = new TreeMap<>();
    private final Map<Integer, ChainEnd> sealed = new HashMap<>();

    LogChecks(ChainCheck.RunFacts run, Collection<Integer> writers, VerifyInputs against, RunState state) {
        this.owner = new LogCheck(run, against, state);
        writers.stream()
                .filter(writer -> writer != LogKey.OWNER)
                .forEach(writer -> others.put(writer, LogCheck.of(writer, run, state)));
    }

    /// Checks the next event; returns a verdict if it is not as it was written.
    Optional<Verdict> next(StoredEvent event) {
        if (event.writer() != LogKey.OWNER) {
            return check(event.writer()).next(event);
        }
        long seq = owner.size();
        return owner.next(event).or(() -> sealFault(event).map(what -> new Verdict.Tampered(seq, what)));
    }

    private LogCheck check(int writer) {
        LogCheck check = others.get(writer);
        if (check == null) {
            throw new IllegalStateException("no check for writer " + writer);
        }
        return check;
    }

    private Optional<String> sealFault(StoredEvent event) {
        if (!event.isOf(ChainEvents.CHAINS_SEALED)) {
            return Optional.empty();
        }
        sealed.clear();
        try {
            for (ChainEnd chain : ChainEvents.chains(RecordedJson.object(String.valueOf(event.facts()[1])))) {
                sealed.put(chain.writer(), chain);
                LogCheck check = others.get(chain.writer());
                Optional<String> fault = check == null ? Optional.of("it has no events") : check.fault(chain);
                if (fault.isPresent()) {
                    return Optional.of(
                            "by this seal, the chain of writer " + chain.writer() + " is another one: " + fault.get());
                }
            }
            return Optional.empty();
        } catch (LandscapeException unreadable) {
            return Optional.of("its facts cannot be read");
        }
    }

    /// The verdict after the last event.
    Verdict end() {
        Verdict verdict = owner.end();
        for (var other : others.entrySet()) {
            if (!(verdict instanceof Verdict.Intact intact)) {
                return verdict;
            }
            verdict = switch (other.getValue().end()) {
                case Verdict.Tampered tampered -> tampered;
                case Verdict.Intact more ->
                    openEnd(other.getKey(), other.getValue())
                            .<Verdict>map(what -> new Verdict.Tampered(owner.size(), what))
                            .orElse(new Verdict.Intact(
                                    intact.events() + more.events(),
                                    intact.gone() + more.gone(),
                                    intact.ended(),
                                    intact.head()));
            };
        }
        return verdict;
    }

    /// A run that has ended has sealed each chain as it is.
    private Optional<String> openEnd(int writer, LogCheck check) {
        if (!owner.isEnded()) {
            return Optional.empty();
        }
        ChainEnd end = sealed.get(writer);
        return end == null
                ? Optional.of("the run has ended, but the chain of writer " + writer + " is left out of its seal")
                : check.fault(end).map(what -> "the chain of writer " + writer + " continues after its seal: " + what);
    }

    Seals seals() {
        return owner.seals();
    }

    /// The number of events in the owner's chain.
    long size() {
        return owner.size();
    }
}
