package dev.rowan.landscape.verify;

import dev.rowan.landscape.Head;
import dev.rowan.landscape.LandscapeException;
import dev.rowan.landscape.chain.Chain;
import dev.rowan.landscape.chain.EventTable;
import dev.rowan.landscape.chain.Link;
import dev.rowan.landscape.chain.LogKey;
import dev.rowan.landscape.fold.Micros;
import dev.rowan.landscape.fold.RecordedJson;
import dev.rowan.landscape.fold.RunEvents;
import java.util.Arrays;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// The check of one log, fed with its events in order. Owned by one thread.
final class LogCheck {
    private final ChainCheck.RunFacts run;
    private final LogKey log;
    private final Chain chain;
    private final Optional<Head> kept;
    private Optional<Head> head = Optional.empty();
    private boolean keptSeen;
    private boolean ended;
    private long gone;

    LogCheck(ChainCheck.RunFacts run, Optional<Head> kept) {
        this.run = run;
        this.log = new LogKey(run.runNo(), 0, run.runId());
        this.chain = new Chain(log);
        this.kept = kept;
    }

    /// Takes the next event; a verdict when it is not as it was written.
    Optional<Verdict> next(StoredEvent event) {
        long seq = chain.size();
        Optional<String> fault = place(event, seq)
                .or(event::faultInValues)
                .or(this::againstKeptHead)
                .or(() -> statement(event))
                .or(() -> leaf(event));
        if (event.isGone()) {
            gone++;
        }
        return fault.map(what -> new Verdict.Tampered(seq, what));
    }

    /// The verdict when all events were taken.
    Verdict end() {
        Optional<String> fault = againstKeptHead();
        if (fault.isPresent()) {
            return new Verdict.Tampered(chain.size(), fault.get());
        }
        if (kept.isPresent() && !keptSeen) {
            return new Verdict.Tampered(
                    chain.size(),
                    "the record ends here, but a head of " + kept.get().size()
                            + " events was given: its tail was cut off");
        }
        if (ended && head.map(Head::size).orElse(0L) != chain.size() - 1) {
            return new Verdict.Tampered(chain.size(), "the run has ended, but its last head is missing");
        }
        return head.<Verdict>map(last -> new Verdict.Intact(chain.size(), gone, ended, last))
                .orElseGet(() -> new Verdict.Tampered(chain.size(), "the record has no head: its events were removed"));
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

    private Optional<String> againstKeptHead() {
        if (kept.isEmpty() || kept.get().size() != chain.size()) {
            return Optional.empty();
        }
        keptSeen = true;
        return sealFault(kept.get().root(), kept.get().lastLeaf()).map(fault -> "by the head given, " + fault);
    }

    /// What a rare event says that can be held against the rest.
    private Optional<String> statement(StoredEvent event) {
        boolean first = chain.size() == 0;
        if (event.table() != EventTable.RUN_EVENT) {
            return first ? Optional.of("it should be the run's start") : Optional.empty();
        }
        String type = String.valueOf(event.facts()[0]);
        if (first != type.equals(RunEvents.RUN_STARTED)) {
            return Optional.of("a run starts once, with its first event; this says " + type);
        }
        ended = type.equals(RunEvents.RUN_ENDED) || (ended && !type.equals(RunEvents.RUN_RESUMED));
        try {
            Map<String, @Nullable Object> facts = RecordedJson.object(String.valueOf(event.facts()[1]));
            return switch (type) {
                case RunEvents.RUN_STARTED -> lookUp(facts, event.time());
                case RunEvents.HEAD -> head(facts, event.time());
                default -> Optional.empty();
            };
        } catch (LandscapeException notJson) {
            return Optional.of("its facts cannot be read");
        }
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
        head = Optional.of(new Head(run.runId(), chain.size(), root, lastLeaf, Micros.instant(time)));
        return sealFault(root, lastLeaf)
                .map(fault -> "by this head, " + fault)
                .or(() -> facts.get("subtrees") == null || chain.subtrees().equals(facts.get("subtrees"))
                        ? Optional.empty()
                        : Optional.of("the head states other subtrees than the events before it have"));
    }

    private Optional<String> sealFault(String root, String lastLeaf) {
        if (!lastLeaf.equals(chain.lastLeaf())) {
            return Optional.of("the event before it is another one");
        }
        return root.equals(chain.root()) ? Optional.empty() : Optional.of("the events before it are others");
    }

    private Optional<String> leaf(StoredEvent event) {
        Link link = chain.append(event.table(), event.time(), event.facts(), event.digest(), event.epoch());
        return Arrays.equals(link.leaf(), event.leaf())
                ? Optional.empty()
                : Optional.of("its facts, its hash or its link to the event before are not those that were recorded");
    }
}
