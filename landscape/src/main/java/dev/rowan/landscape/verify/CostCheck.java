package dev.rowan.landscape.verify;

import dev.rowan.api.call.Usd;
import dev.rowan.landscape.chain.Event;
import dev.rowan.landscape.fold.EventCounter;
import dev.rowan.landscape.fold.RecordedJson;
import dev.rowan.landscape.fold.RunCounts;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/// I12: the counts and costs of every head are the sums of the events before it, and the cap is never exceeded.
/// Owned by one thread.
final class CostCheck {
    /// Sums that heads of older versions may lack in part.
    private static final Set<String> SUMS_OF_CALLS = Set.of("calls", "jobs");

    private final SetupCheck setup;
    private final Findings findings;
    private final AllowancesCheck allowances;
    /// By writer: the counts of its chain.
    private final Map<Integer, RunCounts> tallies = new TreeMap<>();
    /// Until a head of the owner's chain is of this version.
    private Optional<OpenRows> open = Optional.of(new OpenRows());

    private Usd before = Usd.ZERO;
    private boolean told;

    CostCheck(SetupCheck setup, Findings findings) {
        this.setup = setup;
        this.findings = findings;
        this.allowances = new AllowancesCheck(findings);
    }

    void next(StoredEvent event) {
        RunCounts tally = tally(event);
        EventCounter.count(new Event(event.table(), event.time(), event.facts(), Optional.empty()), tally);
        allowances.next(event, tally.calls().totals().atMost());
        switch (event.table()) {
            case CALL_INTENT, CALL_END -> {
                if (tallies.size() == 1) {
                    cap(tally.calls().totals().atMost(), setup.cap());
                }
            }
            case NODE_STATE -> open.ifPresent(rows -> rows.visited(event.facts()));
            case OUTCOME -> open.ifPresent(rows -> rows.ended(event.facts()));
            case ROW_READ, CALL_PARKED, CALL_REUSED, GROUP_END, BATCH_JOB, RUN_EVENT -> {
                // costs nothing
            }
        }
    }

    private RunCounts tally(StoredEvent event) {
        return tallies.computeIfAbsent(event.writer(), _ -> new RunCounts());
    }

    /// A cap may be lowered below what is already spent; from then on nothing more may be spent.
    private void cap(Usd atMost, Optional<Usd> cap) {
        if (told || cap.isEmpty()) {
            return;
        }
        boolean more = atMost.compareTo(before) > 0;
        before = atMost;
        if (more && atMost.compareTo(cap.get()) > 0) {
            told = true;
            findings.add("I12", "the calls so far may have cost " + atMost + " USD, over the cap of " + cap.get());
        }
    }

    /// The order of costs in different chains is not on record, so a run with several is checked as a whole; a cap that
    /// was lowered meanwhile is checked by the allowances drawn under it.
    void end() {
        allowances.end();
        if (tallies.size() > 1) {
            cap(
                    tallies.values().stream()
                            .map(tally -> tally.calls().totals().atMost())
                            .reduce(Usd.ZERO, Usd::plus),
                    allowances.highestCap().or(setup::cap));
        }
    }

    /// A head of an older version counts less; what it does count must be right.
    void head(StoredEvent event, Map<String, @Nullable Object> facts) {
        RunCounts tally = tally(event);
        Map<String, @Nullable Object> stated = RecordedJson.map(facts.get("tally"));
        var counted = new LinkedHashMap<>(RecordedJson.object(RecordedJson.text(tally.asMap())));
        if (!stated.containsKey("open")) {
            open = Optional.empty();
        }
        open.ifPresent(rows -> rows.addTo(counted));
        compare("", stated, counted);
    }

    private void compare(String of, Map<String, @Nullable Object> stated, Map<String, @Nullable Object> counted) {
        stated.forEach((what, count) -> {
            boolean isSums = count instanceof Map && counted.get(what) instanceof Map;
            if (SUMS_OF_CALLS.contains(what) && isSums) {
                compare(what + " ", RecordedJson.map(count), RecordedJson.map(counted.get(what)));
            } else if (!Objects.equals(count, counted.get(what))) {
                findings.add(
                        "I12",
                        "the head counts " + of + what + " as " + count + ", the events before it come to "
                                + counted.get(what));
            }
        });
    }
}
