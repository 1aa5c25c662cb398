package dev.rowan.landscape.verify;

import dev.rowan.api.call.Usd;
import dev.rowan.landscape.chain.EventTable;
import dev.rowan.landscape.fold.ChainEvents;
import dev.rowan.landscape.fold.RecordedJson;
import dev.rowan.landscape.record.AllowanceChange;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/// F7: the allowances of a run's writers never exceed the cap together, and no writer claims calls beyond its own.
/// Their
/// changes are numbered over all chains. Owned by one thread.
final class AllowancesCheck {
    private final Findings findings;
    private final TreeMap<Long, AllowanceChange> changes = new TreeMap<>();
    private final Map<Integer, Long> allowances = new HashMap<>();

    AllowancesCheck(Findings findings) {
        this.findings = findings;
    }

    /// Takes the next event of a chain, whose calls may have cost `atMost` up to then.
    void next(StoredEvent event, Usd atMost) {
        Long allowance = allowances.get(event.writer());
        if (event.isOf(ChainEvents.ALLOWANCE_CHANGED)) {
            change(ChainEvents.allowance(RecordedJson.object(String.valueOf(event.facts()[1]))));
        } else if (event.table() == EventTable.CALL_INTENT && allowance != null && atMost.pico() > allowance) {
            findings.add(
                    "F7",
                    "the calls of this writer may have cost " + atMost + " USD, more than its allowance of "
                            + new Usd(allowance));
        }
    }

    /// The highest cap that the budget of the run had; empty if its writers share none.
    Optional<Usd> highestCap() {
        return changes.values().stream()
                .map(AllowanceChange::cap)
                .max(Long::compare)
                .map(Usd::new);
    }

    private void change(AllowanceChange change) {
        if (changes.put(change.draw(), change) != null) {
            findings.add("F7", "two changes of allowances have the number " + change.draw());
        }
        allowances.put(change.writer(), change.allowance());
    }

    /// What was spent before the budget was shared may exceed a lowered cap.
    void end() {
        long granted = 0;
        long number = 0;
        var last = new HashMap<Integer, Long>();
        for (AllowanceChange change : changes.values()) {
            granted += change.by();
            number++;
            boolean follows = change.draw() == number
                    && change.granted() == granted
                    && change.allowance() == last.getOrDefault(change.writer(), 0L) + change.by();
            if (!follows) {
                findings.add("F7", "change " + change.draw() + " of allowances does not follow from those before");
                return;
            }
            last.put(change.writer(), change.allowance());
            if (change.by() > 0 && change.allowance() != change.spent() && granted > change.cap()) {
                findings.add(
                        "F7",
                        "with change " + number + " the allowances add up to " + new Usd(granted)
                                + " USD, over the cap of " + new Usd(change.cap()));
            }
        }
    }
}
