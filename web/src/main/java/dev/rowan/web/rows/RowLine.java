package dev.rowan.web.rows;

import dev.rowan.json.JsonObject;
import dev.rowan.landscape.RowScan.Ending;
import dev.rowan.landscape.RowScan.RowHead;
import dev.rowan.landscape.record.CallCost;
import dev.rowan.web.index.RowFilter;
import dev.rowan.web.index.TokenPage;
import java.time.Duration;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Collectors;

/// One line of the table: a token, with the row's name and the beginning of its values.
record RowLine(RunView view, TokenPage.Line line, Optional<RowHead> head) {

    static List<RowLine> of(RunView view, List<TokenPage.Line> lines, List<RowHead> heads) {
        Map<Long, RowHead> byRow = heads.stream().collect(Collectors.toMap(RowHead::row, Function.identity()));
        return lines.stream()
                .map(line -> new RowLine(view, line, Optional.ofNullable(byRow.get(line.row()))))
                .toList();
    }

    String path() {
        return view.path() + "/" + line.row();
    }

    /// The row's number, with the part's where the row was split.
    String name() {
        return line.part() == 0 ? Long.toString(line.row()) : line.row() + "." + line.part();
    }

    String outcome() {
        return line.ending().map(Ending::outcome).orElse(line.awaits() ? RowFilter.AWAITING : RowFilter.IN_FLIGHT);
    }

    Optional<String> reason() {
        return line.ending().flatMap(Ending::reason);
    }

    Optional<String> node() {
        return line.ending()
                .flatMap(ending -> ending.node().isPresent()
                        ? Optional.of(view.node(ending.node().getAsInt()))
                        : Optional.empty());
    }

    Optional<String> sink() {
        return line.ending().flatMap(Ending::sink);
    }

    CallCost cost() {
        return line.cost();
    }

    Optional<Duration> latency() {
        return line.latency() < 0 ? Optional.empty() : Optional.of(Duration.of(line.latency(), ChronoUnit.MICROS));
    }

    Optional<String> sourceId() {
        return head.flatMap(RowHead::sourceId);
    }

    String preview() {
        return head.map(ValuePreview::of).orElse("");
    }

    JsonObject json() {
        var json = JsonObject.object();
        json.put("row_seq", line.row());
        json.put("part", line.part());
        json.put("source_id", sourceId());
        json.put("position", head.map(RowHead::position));
        json.put("outcome", outcome());
        json.put("reason", reason());
        json.put("reason_words", reason().map(ReasonLabels::of));
        json.put("node", node());
        json.put("sink", sink());
        json.put("cost_usd", cost().amount());
        json.put("cost_known", cost().isKnown());
        json.put("total_seconds", latency());
        json.put("attempts", line.attempts());
        json.put("preview", preview());
        json.put("place", RowsQuery.position(line.key()));
        json.put("page", path());
        return json;
    }
}
