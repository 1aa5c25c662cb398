package dev.rowan.engine.calibrate;

import dev.rowan.api.text.FieldPath;
import dev.rowan.engine.graph.GateTransform;
import dev.rowan.engine.graph.Graph;
import dev.rowan.expressions.NumberComparison;
import java.math.BigDecimal;
import java.math.MathContext;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.TreeSet;

/// The result of a calibration: the gate as it is written now, and with the threshold that keeps the most rows from the
/// strong model while agreement is at least the target. `nearest` is the one with the highest bound if none is.
/// `compared` of the rows have two answers.
public record Calibration(
        CascadeGate cascade,
        double target,
        long rows,
        long compared,
        Threshold written,
        Optional<Threshold> best,
        Optional<Threshold> nearest) {

    /// A number in the gate: the share of rows that it keeps from the strong model, how many of those that could be
    /// compared agree, the lower bound of that, and the cost of both models for all rows of the source, if known.
    public record Threshold(
            String number, double keptShare, int compared, int agreeing, double lower, Optional<BigDecimal> cost) {

        public double agreement() {
            return compared == 0 ? 0 : (double) agreeing / compared;
        }
    }

    /// The calibration by a sample of `all` rows.
    public static Calibration of(CascadeGate cascade, Graph graph, CalibrationSample sample, double target, long all) {
        return new Search(cascade, graph, sample, AgreementBound.of(target, sample.compared()), all).run();
    }

    /// Whether the gate as it is written keeps no more rows than it may.
    public boolean isKept() {
        return best.filter(found -> written.keptShare() <= found.keptShare()).isPresent();
    }

    private record Search(CascadeGate cascade, Graph graph, CalibrationSample sample, AgreementBound bound, long all) {

        Calibration run() {
            List<Threshold> thresholds = candidates().stream()
                    .map(this::threshold)
                    .filter(found -> found.compared() > 0)
                    .toList();
            Optional<Threshold> best = thresholds.stream()
                    .filter(found -> bound.passes(found.agreeing(), found.compared()))
                    .max(Comparator.comparingDouble(Threshold::keptShare));
            return new Calibration(
                    cascade,
                    bound.target(),
                    sample.rows(),
                    sample.compared(),
                    threshold(cascade.comparison().number()),
                    best,
                    thresholds.stream().max(Comparator.comparingDouble(Threshold::lower)));
        }

        /// The numbers that answers have.
        private List<String> candidates() {
            NumberComparison comparison = cascade.comparison();
            FieldPath path = FieldPath.ROW;
            for (String key : comparison.path()) {
                path = path.then(new FieldPath.Step.Key(key));
            }
            var numbers = new TreeSet<BigDecimal>();
            for (ComparedRow asked : sample.asked()) {
                path.in(asked.row())
                        .filter(found -> found.value() instanceof Number)
                        .ifPresent(found -> numbers.add(new BigDecimal(String.valueOf(found.value()))));
            }
            return numbers.stream()
                    .map(number -> number.stripTrailingZeros().toPlainString())
                    .toList();
        }

        private Threshold threshold(String number) {
            GateTransform gate = cascade.with(number);
            var kept = new ArrayList<ComparedRow>();
            BigDecimal cost = sample.base();
            for (ComparedRow asked : sample.asked()) {
                if (keeps(gate, asked)) {
                    kept.add(asked);
                } else {
                    cost = cost.add(asked.strongCost());
                }
            }
            int compared =
                    (int) kept.stream().filter(row -> row.agrees().isPresent()).count();
            int agreeing = (int)
                    kept.stream().filter(row -> row.agrees().orElse(false)).count();
            BigDecimal scaled = sample.rows() == 0
                    ? cost
                    : cost.multiply(BigDecimal.valueOf(all))
                            .divide(BigDecimal.valueOf(sample.rows()), MathContext.DECIMAL64);
            return new Threshold(
                    number,
                    sample.rows() == 0 ? 0 : (double) kept.size() / sample.rows(),
                    compared,
                    agreeing,
                    bound.lower(agreeing, compared),
                    sample.priced() ? Optional.of(scaled) : Optional.empty());
        }

        /// Whether the row leaves the gate without being asked of the strong model.
        private boolean keeps(GateTransform gate, ComparedRow asked) {
            return gate.decide(asked.row())
                    .route()
                    .map(route -> graph.after(cascade.gate().index(), Optional.of(route)))
                    .filter(target -> !target.equals(cascade.asking()))
                    .isPresent();
        }
    }
}
