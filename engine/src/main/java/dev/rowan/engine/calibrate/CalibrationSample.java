package dev.rowan.engine.calibrate;

import dev.rowan.api.Row;
import dev.rowan.api.call.Usd;
import dev.rowan.engine.pipeline.Pipeline.TransformNode;
import dev.rowan.landscape.LandscapeReader;
import dev.rowan.landscape.history.CallHistory;
import dev.rowan.landscape.history.RowHistory;
import dev.rowan.landscape.record.LogEntry.CallState;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// What a run on record says about a cascade: the rows that reached its gate, of `rows` rows, and `base`, what was paid
/// for both models whatever the gate decides. Costs are unknown if not `priced`.
public record CalibrationSample(long rows, List<ComparedRow> asked, BigDecimal base, boolean priced) {
    private static final String COMPLETED = "completed";

    public CalibrationSample {
        asked = List.copyOf(asked);
    }

    /// Reads a run that asked both models.
    public static CalibrationSample read(
            LandscapeReader reader, String runId, CascadeGate cascade, AnswerComparison comparison) {
        var asked = new ArrayList<ComparedRow>();
        var base = new Costs();
        boolean priced = true;
        long rows = reader.runs().summary(runId).rowsRead();
        for (long row = 1; row <= rows; row++) {
            Optional<RowHistory> history = reader.rows().history(runId, row);
            if (history.isPresent()) {
                priced &= add(history.get().visits(), cascade, comparison, asked, base);
            }
        }
        return new CalibrationSample(rows, asked, base.sum, priced && base.known);
    }

    /// Adds the tokens of a row; false if a cost is unknown.
    private static boolean add(
            List<RowHistory.Visit> visits,
            CascadeGate cascade,
            AnswerComparison comparison,
            List<ComparedRow> asked,
            Costs base) {
        boolean priced = true;
        List<RowHistory.Visit> strong = of(visits, cascade.strong());
        of(visits, cascade.cheap()).forEach(base::add);
        List<RowHistory.Visit> decided = of(visits, cascade.gate()).stream()
                .filter(visit -> visit.status().equals(COMPLETED))
                .toList();
        strong.stream()
                .filter(visit -> decided.stream().noneMatch(gate -> gate.part() == visit.part()))
                .forEach(base::add);
        for (RowHistory.Visit gate : decided) {
            List<RowHistory.Visit> own =
                    strong.stream().filter(visit -> visit.part() == gate.part()).toList();
            var costs = new Costs();
            own.forEach(costs::add);
            Optional<Row> answered = own.stream()
                    .filter(visit -> visit.status().equals(COMPLETED))
                    .flatMap(visit -> visit.outputs().stream())
                    .findFirst();
            asked.add(new ComparedRow(
                    gate.input(), answered.flatMap(row -> comparison.agree(gate.input(), row)), costs.sum));
            priced &= costs.known;
        }
        return priced;
    }

    private static List<RowHistory.Visit> of(List<RowHistory.Visit> visits, TransformNode node) {
        return visits.stream().filter(visit -> visit.node() == node.index()).toList();
    }

    /// The rows whose answers could be compared.
    int compared() {
        return (int) asked.stream().filter(row -> row.agrees().isPresent()).count();
    }

    /// The sum of what answers cost, in this run or the one that they are from.
    private static final class Costs {
        private BigDecimal sum = BigDecimal.ZERO;
        private boolean known = true;

        void add(RowHistory.Visit visit) {
            for (CallHistory call : visit.calls()) {
                call.reused().ifPresent(reused -> add(reused.answer().cost()));
                call.attempts().stream()
                        .flatMap(attempt -> attempt.end().stream())
                        .filter(end -> end.state() == CallState.ANSWERED)
                        .forEach(end -> add(end.costKnown() ? Optional.of(end.cost()) : Optional.empty()));
            }
        }

        private void add(Optional<Usd> cost) {
            known &= cost.isPresent();
            sum = sum.add(cost.orElse(Usd.ZERO).dollars());
        }
    }
}
