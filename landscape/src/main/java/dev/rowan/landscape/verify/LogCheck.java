package dev.rowan.landscape.verify;

import dev.rowan.landscape.Head;
import dev.rowan.landscape.HeadSignature;
import dev.rowan.landscape.LandscapeException;
import dev.rowan.landscape.chain.Chain;
import dev.rowan.landscape.chain.EventTable;
import dev.rowan.landscape.chain.Link;
import dev.rowan.landscape.chain.LogKey;
import dev.rowan.landscape.fold.ChainEvents;
import dev.rowan.landscape.fold.Micros;
import dev.rowan.landscape.fold.RecordedJson;
import dev.rowan.landscape.fold.RunEvents;
import dev.rowan.landscape.seal.VerifyingKey;
import dev.rowan.landscape.verify.VerifyReport.Seals;
import java.util.Arrays;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// Checks one log, event by event. Owned by one thread.
final class LogCheck {
    private final ChainCheck.RunFacts run;
    private final LogKey log;
    private final Chain chain;
    private final KeptCheck kept;
    private final Optional<VerifyingKey> key;
    private Optional<Head> head = Optional.empty();
    private boolean ended;
    private long gone;
    private long heads;
    private long signed;

    /// `state` reflects the events before the next one.
    LogCheck(ChainCheck.RunFacts run, VerifyInputs against, RunState state) {
        this(run, LogKey.OWNER, against, state);
    }

    /// The check of another writer's log. Kept heads and signatures are of the owner's.
    static LogCheck of(int writer, ChainCheck.RunFacts run, RunState state) {
        return new LogCheck(run, writer, VerifyInputs.itself(), state);
    }

    private LogCheck(ChainCheck.RunFacts run, int writer, VerifyInputs against, RunState state) {
        this.run = run;
        this.log = new LogKey(run.runNo(), writer, run.runId());
        this.chain = new Chain(log);
        this.key = against.key();
        this.kept = new KeptCheck(against, state);
    }

    /// Checks the next event; returns a verdict if it is not as it was written.
    Optional<Verdict> next(StoredEvent event) {
        long seq = chain.size();
        Optional<String> fault = place(event, seq)
                .or(event::faultInValues)
                .or(() -> kept.rootFault(chain))
                .or(() -> statement(event))
                .or(() -> leaf(event));
        if (event.isGone()) {
            gone++;
        }
        return fault.map(what -> tampered(seq, what));
    }

    private Verdict tampered(long seq, String what) {
        return new Verdict.Tampered(seq, log.writer() == LogKey.OWNER ? what : "writer " + log.writer() + ": " + what);
    }

    /// The difference between the events so far and the end that a seal states.
    Optional<String> fault(ChainEvents.ChainEnd sealed) {
        return chain.size() != sealed.size()
                ? Optional.of("it has " + chain.size() + " events, and the seal covers " + sealed.size())
                : KeptCheck.sealFault(chain, sealed.root(), Optional.of(sealed.lastLeaf()));
    }

    boolean isEnded() {
        return ended;
    }

    /// The verdict after the last event.
    Verdict end() {
        Optional<String> fault = kept.rootFault(chain).or(() -> kept.missing(chain.size()));
        if (fault.isPresent()) {
            return tampered(chain.size(), fault.get());
        }
        if (ended && head.map(Head::size).orElse(0L) != chain.size() - 1) {
            return tampered(chain.size(), "the run has ended, but its last head is missing");
        }
        if (head.isEmpty()) {
            return tampered(chain.size(), "the record has no head: its events were removed");
        }
        Head last = head.get();
        if (key.isPresent() && !key.get().signed(last)) {
            return new Verdict.Tampered(
                    last.size(),
                    last.signature().isPresent()
                            ? "the last head has a signature that is not by the key "
                                    + key.get().id()
                            : "the last head is not signed, and should be by the key "
                                    + key.get().id());
        }
        return new Verdict.Intact(chain.size(), gone, ended, last);
    }

    Seals seals() {
        return new Seals(heads, signed);
    }

    long size() {
        return chain.size();
    }

    private Optional<String> place(StoredEvent event, long seq) {
        if (event.eventId() != log.eventId(seq)) {
            return Optional.of(
                    event.eventId() < log.eventId(seq)
                            ? "its number occurs twice"
                            : "it is missing, a later one follows");
        }
        return event.runNo() == run.runNo() ? Optional.empty() : Optional.of("it is filed under another run");
    }

    /// Checks those statements of a rare event that the rest of the record must match.
    private Optional<String> statement(StoredEvent event) {
        boolean first = chain.size() == 0;
        if (event.table() != EventTable.RUN_EVENT) {
            return first
                    ? Optional.of("it should be the start of its chain")
                    : kept.headFault(chain.size(), Optional.empty());
        }
        String type = String.valueOf(event.facts()[0]);
        Optional<String> start = startFault(first, type);
        if (start.isPresent()) {
            return start;
        }
        ended = type.equals(RunEvents.RUN_ENDED) || (ended && !type.equals(RunEvents.RUN_RESUMED));
        try {
            Map<String, @Nullable Object> facts = RecordedJson.object(String.valueOf(event.facts()[1]));
            return switch (type) {
                case RunEvents.RUN_STARTED -> lookUp(facts, event.time());
                case RunEvents.HEAD -> head(facts, event.time());
                default -> kept.headFault(chain.size(), Optional.empty());
            };
        } catch (LandscapeException notJson) {
            return Optional.of("its facts cannot be read");
        }
    }

    private Optional<String> startFault(boolean first, String type) {
        if (log.writer() != LogKey.OWNER) {
            return type.equals(RunEvents.RUN_STARTED) || (first && !type.equals(ChainEvents.WRITER_JOINED))
                    ? Optional.of("the chain of a writer starts when it joins; this says " + type)
                    : Optional.empty();
        }
        return first == type.equals(RunEvents.RUN_STARTED)
                ? Optional.empty()
                : Optional.of("a run starts once, with its first event; this says " + type);
    }

    private Optional<String> lookUp(Map<String, @Nullable Object> facts, long time) {
        boolean same = run.runId().equals(facts.get("run_id"))
                && run.name().equals(facts.get("name"))
                && run.started() == time;
        return same ? Optional.empty() : Optional.of("the table of runs tells another id, name or start");
    }

    private Optional<String> head(Map<String, @Nullable Object> facts, long time) {
        String root = String.valueOf(facts.get("root"));
        String lastLeaf = String.valueOf(facts.get("last_leaf"));
        if (RecordedJson.number(facts.get("size")) != chain.size()) {
            return Optional.of("the head should count the events before it, which are " + chain.size());
        }
        Head found = new Head(run.runId(), chain.size(), root, lastLeaf, Micros.instant(time), signature(facts));
        head = Optional.of(found);
        heads++;
        signed += key.filter(by -> by.signed(found)).isPresent() ? 1 : 0;
        return KeptCheck.sealFault(chain, root, Optional.of(lastLeaf))
                .map(fault -> "by this head, " + fault)
                .or(() -> facts.get("subtrees") == null || chain.subtrees().equals(facts.get("subtrees"))
                        ? Optional.empty()
                        : Optional.of("the head states other subtrees than the events before it have"))
                .or(() -> wrongSignature(found))
                .or(() -> kept.headFault(chain.size(), head));
    }

    private static Optional<HeadSignature> signature(Map<String, @Nullable Object> facts) {
        return facts.get("key_id") instanceof String by && facts.get("signature") instanceof String signature
                ? Optional.of(new HeadSignature(by, signature))
                : Optional.empty();
    }

    /// A signature that names the given key must verify with it.
    private Optional<String> wrongSignature(Head found) {
        return key.filter(by -> found.signature()
                                .filter(mark -> mark.keyId().equals(by.id()))
                                .isPresent()
                        && !by.signed(found))
                .map(by -> "the head's signature is not by the key " + by.id());
    }

    private Optional<String> leaf(StoredEvent event) {
        Link link = chain.append(event.table(), event.time(), event.facts(), event.digest(), event.epoch());
        return Arrays.equals(link.leaf(), event.leaf())
                ? Optional.empty()
                : Optional.of("its facts, its hash or its link to the event before are not those that were recorded");
    }
}
