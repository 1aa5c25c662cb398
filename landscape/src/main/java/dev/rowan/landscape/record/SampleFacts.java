package dev.rowan.landscape.record;

import dev.rowan.api.Row;
import dev.rowan.api.call.Usd;
import dev.rowan.landscape.record.Sample.Down;
import dev.rowan.landscape.record.Sample.HeadRow;
import dev.rowan.landscape.record.Sample.Node;
import dev.rowan.landscape.record.Sample.Service;
import dev.rowan.landscape.record.Sample.SharedLimit;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/// Converts a [Sample] to recorded values and back. Amounts of money are integers of 10⁻¹² dollars.
final class SampleFacts {
    private SampleFacts() {}

    static Map<String, @Nullable Object> write(Sample sample) {
        return Row.of("rows_read", sample.rowsRead())
                .with("rows_ended", sample.rowsEnded())
                .with("in_flight", sample.inFlight())
                .with("waiting_to_leave", sample.waitingToLeave())
                .with("undurable", sample.undurable())
                .with("parked", sample.parked())
                .with("source_done", sample.sourceDone())
                .with("source_size", orNull(sample.sourceSize()))
                .with("outcomes", new TreeMap<>(sample.outcomes()))
                .with("reasons", new TreeMap<>(sample.reasons()))
                .with("spent_pico_usd", sample.spent().pico())
                .with("reserved_pico_usd", sample.reserved().pico())
                .with("cap_pico_usd", sample.cap().map(Usd::pico).orElse(null))
                .with("reorder_us", sample.reorderMicros())
                .with("paused", sample.paused())
                .with("nodes", sample.nodes().stream().map(SampleFacts::node).toList())
                .with(
                        "services",
                        sample.services().stream().map(SampleFacts::service).toList())
                .with("head", sample.head().map(SampleFacts::head).orElse(null))
                .asMap();
    }

    private static Map<String, @Nullable Object> node(Node node) {
        return Row.of("name", node.name())
                .with("index", (long) node.index())
                .with("visits", node.visits())
                .with("in_flight", node.inFlight())
                .with("attempts", node.attempts())
                .with("answered", node.answered())
                .with("refused", node.refused())
                .with("pool_size", (long) node.poolSize())
                .with("on_wire", (long) node.onWire())
                .with("pacer_us", node.pacerMicros())
                .with("permit_us", node.permitMicros())
                .with("wire_us", node.wireMicros())
                .with("input_tokens", node.inputTokens())
                .with("output_tokens", node.outputTokens())
                .with("cost_pico_usd", node.cost().counted().pico())
                .with("worst_case_pico_usd", node.cost().worst().pico())
                .with("uncertain", node.cost().uncertain())
                .with("unpriced", node.cost().unpriced())
                .with("latency", node.latency())
                .asMap();
    }

    private static Map<String, @Nullable Object> service(Service service) {
        Row facts = Row.of("address", service.address())
                .with("per_second", service.perSecond().orElse(null))
                .with("cause", service.cause())
                .with("since_ms", service.sinceMillis())
                .with("held_ms", service.heldMillis())
                .with("requests_per_minute", orNull(service.requestsPerMinute()))
                .with("tokens_per_minute", orNull(service.tokensPerMinute()))
                .with("down", service.down().map(SampleFacts::down).orElse(null));
        return service.shared()
                .map(shared -> facts.with("shared", shared(shared)))
                .orElse(facts)
                .asMap();
    }

    private static Map<String, @Nullable Object> down(Down down) {
        return Row.of("lasted_ms", down.lastedMillis())
                .with("next_probe_ms", down.nextProbeMillis())
                .with("why", down.why())
                .asMap();
    }

    private static Map<String, @Nullable Object> head(HeadRow head) {
        return Row.of("row", head.row())
                .with("since_ms", head.sinceMillis())
                .with("back_off_ms", orNull(head.backOffMillis()))
                .with("in_batch", head.inBatch())
                .asMap();
    }

    private static @Nullable Long orNull(OptionalLong number) {
        return number.isPresent() ? number.getAsLong() : null;
    }

    static Sample read(Map<String, @Nullable Object> facts) {
        return new Sample(
                number(facts, "rows_read"),
                number(facts, "rows_ended"),
                number(facts, "in_flight"),
                number(facts, "waiting_to_leave"),
                number(facts, "undurable"),
                number(facts, "parked"),
                number(facts, "source_done"),
                found(facts, "source_size"),
                counts(facts.get("outcomes")),
                counts(facts.get("reasons")),
                new Usd(number(facts, "spent_pico_usd")),
                new Usd(number(facts, "reserved_pico_usd")),
                money(facts, "cap_pico_usd"),
                number(facts, "reorder_us"),
                Boolean.TRUE.equals(facts.get("paused")),
                list(facts.get("nodes")).stream().map(SampleFacts::readNode).toList(),
                list(facts.get("services")).stream()
                        .map(SampleFacts::readService)
                        .toList(),
                facts.get("head") instanceof Map<?, ?> head ? Optional.of(readHead(map(head))) : Optional.empty());
    }

    private static Node readNode(@Nullable Object value) {
        Map<String, @Nullable Object> facts = map(value);
        return new Node(
                String.valueOf(facts.get("name")),
                Math.toIntExact(number(facts, "index")),
                number(facts, "visits"),
                number(facts, "in_flight"),
                number(facts, "attempts"),
                number(facts, "answered"),
                number(facts, "refused"),
                Math.toIntExact(number(facts, "pool_size")),
                Math.toIntExact(number(facts, "on_wire")),
                number(facts, "pacer_us"),
                number(facts, "permit_us"),
                number(facts, "wire_us"),
                number(facts, "input_tokens"),
                number(facts, "output_tokens"),
                new CallCost(
                        new Usd(number(facts, "cost_pico_usd")),
                        new Usd(number(facts, "worst_case_pico_usd")),
                        number(facts, "uncertain"),
                        number(facts, "unpriced")),
                list(facts.get("latency")).stream().map(SampleFacts::number).toList());
    }

    private static Service readService(@Nullable Object value) {
        Map<String, @Nullable Object> facts = map(value);
        return new Service(
                String.valueOf(facts.get("address")),
                facts.get("per_second") instanceof Number rate ? Optional.of(rate.doubleValue()) : Optional.empty(),
                String.valueOf(facts.get("cause")),
                number(facts, "since_ms"),
                number(facts, "held_ms"),
                found(facts, "requests_per_minute"),
                found(facts, "tokens_per_minute"),
                facts.get("down") instanceof Map<?, ?> down ? Optional.of(readDown(map(down))) : Optional.empty(),
                facts.get("shared") instanceof Map<?, ?> shared
                        ? Optional.of(readShared(map(shared)))
                        : Optional.empty());
    }

    private static Map<String, @Nullable Object> shared(SharedLimit shared) {
        return Row.of("members", (long) shared.members())
                .with("share", shared.share())
                .asMap();
    }

    private static SharedLimit readShared(Map<String, @Nullable Object> facts) {
        return new SharedLimit(
                (int) number(facts, "members"), facts.get("share") instanceof Number share ? share.doubleValue() : 0);
    }

    private static Down readDown(Map<String, @Nullable Object> facts) {
        return new Down(number(facts, "lasted_ms"), number(facts, "next_probe_ms"), String.valueOf(facts.get("why")));
    }

    private static HeadRow readHead(Map<String, @Nullable Object> facts) {
        return new HeadRow(
                number(facts, "row"),
                number(facts, "since_ms"),
                found(facts, "back_off_ms"),
                Boolean.TRUE.equals(facts.get("in_batch")));
    }

    private static Map<String, Long> counts(@Nullable Object value) {
        var counts = new LinkedHashMap<String, Long>();
        map(value).forEach((word, count) -> counts.put(word, number(count)));
        return counts;
    }

    private static Optional<Usd> money(Map<String, @Nullable Object> facts, String name) {
        OptionalLong pico = found(facts, name);
        return pico.isPresent() ? Optional.of(new Usd(pico.getAsLong())) : Optional.empty();
    }

    private static OptionalLong found(Map<String, @Nullable Object> facts, String name) {
        return facts.get(name) == null ? OptionalLong.empty() : OptionalLong.of(number(facts, name));
    }

    private static long number(Map<String, @Nullable Object> facts, String name) {
        Object value = facts.get(name);
        return value == null ? 0 : number(value);
    }

    private static long number(@Nullable Object value) {
        if (value instanceof Long number) {
            return number;
        }
        throw new IllegalArgumentException("a sample should hold a whole number here, found " + value);
    }

    private static List<@Nullable Object> list(@Nullable Object value) {
        return value instanceof List<?> list
                ? Collections.unmodifiableList(new ArrayList<@Nullable Object>(list))
                : List.of();
    }

    private static Map<String, @Nullable Object> map(@Nullable Object value) {
        var map = new LinkedHashMap<String, @Nullable Object>();
        if (value instanceof Map<?, ?> found) {
            found.forEach((name, fact) -> map.put(String.valueOf(name), fact));
        }
        return map;
    }
}
