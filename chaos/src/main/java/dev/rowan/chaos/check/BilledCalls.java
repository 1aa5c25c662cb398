package dev.rowan.chaos.check;

import dev.rowan.api.call.Usd;
import dev.rowan.simulator.SimulatorWire;
import dev.rowan.simulator.batch.BatchView;
import dev.rowan.simulator.bill.JournalEntry;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/// Billed calls: the number of times per request, by the SHA-256 of its body, and the rows of every batch that
/// was created, in its final state. `live` are those still running when the bill is made, and `spent` is
/// what the run reports as spent, if it had anything to do.
public record BilledCalls(Map<String, Long> times, List<BatchView> batches, Set<String> live, Optional<Usd> spent) {
    /// After this time every batch has ended, including those that no run waits for.
    private static final Duration ENDED = Duration.ofDays(60);

    public BilledCalls {
        times = Map.copyOf(times);
        batches = List.copyOf(batches);
        live = Set.copyOf(live);
    }

    /// The bill of a simulator.
    public static BilledCalls of(SimulatorWire service) {
        var times = new HashMap<String, Long>();
        service.journal().stream()
                .filter(entry -> entry.charge().isPresent())
                .map(JournalEntry::arrival)
                .forEach(arrival -> times.merge(arrival.bodySha256(), 1L, Long::sum));
        Set<String> live = service.batches(Duration.ZERO).stream()
                .filter(batch -> !batch.state().isTerminal())
                .map(BatchView::id)
                .collect(Collectors.toSet());
        return new BilledCalls(times, service.batches(ENDED), live, Optional.empty());
    }

    public BilledCalls spent(Optional<Usd> spent) {
        return new BilledCalls(times, batches, live, spent);
    }
}
