package dev.rowan.chaos.check;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.rowan.api.call.Usd;
import dev.rowan.json.JsonException;
import dev.rowan.json.RowJson;
import dev.rowan.simulator.SimulatorWire;
import dev.rowan.simulator.batch.BatchView;
import dev.rowan.simulator.bill.JournalEntry;
import java.math.BigDecimal;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/// Billed calls: the number of times per request, by the SHA-256 of its body, and the rows of every batch that
/// was created, in its final state. `live` are those still running when the bill is made, and `spent` is
/// what the run reports as spent, if it had anything to do. `charges` is what each request to a model in real time
/// costs, in pico-USD by its number in the journal.
public record BilledCalls(
        Map<String, Long> times,
        Map<Long, Long> charges,
        List<BatchView> batches,
        Set<String> live,
        Optional<Usd> spent) {
    /// After this time every batch has ended, including those that no run waits for.
    private static final Duration ENDED = Duration.ofDays(60);

    private static final int PICO_DIGITS = 12;

    public BilledCalls {
        times = Map.copyOf(times);
        charges = Map.copyOf(charges);
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
        Map<Long, Long> charges = service.journal().stream()
                .filter(entry ->
                        entry.charge().isPresent() && isModel(entry.arrival().endpoint()))
                .collect(Collectors.toMap(
                        entry -> entry.arrival().number(),
                        entry -> entry.charge().orElseThrow().cost().picoUsd()));
        Set<String> live = service.batches(Duration.ZERO).stream()
                .filter(batch -> !batch.state().isTerminal())
                .map(BatchView::id)
                .collect(Collectors.toSet());
        return new BilledCalls(times, charges, service.batches(ENDED), live, Optional.empty());
    }

    /// The bill of a simulator in another process without batches, by the lines of its journal.
    public static BilledCalls of(List<String> journal) throws JsonException {
        var times = new HashMap<String, Long>();
        var charges = new HashMap<Long, Long>();
        for (String line : journal) {
            if (RowJson.readValue(line.getBytes(UTF_8)) instanceof Map<?, ?> entry
                    && Boolean.TRUE.equals(entry.get("billed"))) {
                times.merge(String.valueOf(entry.get("body_sha256")), 1L, Long::sum);
                if (entry.get("number") instanceof Number number && isModel(String.valueOf(entry.get("endpoint")))) {
                    var cost = new BigDecimal(String.valueOf(entry.get("usd")));
                    charges.put(
                            number.longValue(), cost.movePointRight(PICO_DIGITS).longValueExact());
                }
            }
        }
        return new BilledCalls(times, charges, List.of(), Set.of(), Optional.empty());
    }

    private static boolean isModel(String endpoint) {
        return !endpoint.startsWith("safety_");
    }

    public BilledCalls spent(Optional<Usd> spent) {
        return new BilledCalls(times, charges, batches, live, spent);
    }
}
