package dev.rowan.cli.calibrate;

import dev.rowan.cli.command.LandscapeAddress;
import dev.rowan.cli.terminal.SafeText;
import dev.rowan.engine.calibrate.AgreementBound;
import dev.rowan.engine.calibrate.Calibration.Threshold;
import dev.rowan.engine.calibrate.CascadeGate;
import dev.rowan.engine.calibrate.RecordedCalibration;
import dev.rowan.engine.pipeline.Pipeline;
import dev.rowan.engine.pipeline.Pipeline.TransformNode;
import dev.rowan.engine.plan.Forecast;
import dev.rowan.engine.plan.NodeForecast;
import dev.rowan.engine.report.Figures;
import dev.rowan.json.JsonObject;
import dev.rowan.landscape.LandscapeException;
import dev.rowan.landscape.LandscapeReader;
import java.math.BigDecimal;
import java.math.MathContext;
import java.util.List;
import java.util.Optional;

/// What an estimate says about a cascade: its cost, and the agreement of its models if that was calibrated.
public record CascadeAdvice(CascadeGate cascade, Forecast forecast, Optional<RecordedCalibration> recorded) {

    /// The cascades of a pipeline, with their last calibrations on record.
    public static List<CascadeAdvice> of(Pipeline pipeline, Forecast forecast, LandscapeAddress address) {
        List<CascadeGate> cascades = CascadeGate.all(pipeline);
        if (cascades.isEmpty()) {
            return List.of();
        }
        try (LandscapeReader reader = address.read()) {
            return cascades.stream()
                    .map(cascade -> new CascadeAdvice(
                            cascade,
                            forecast,
                            RecordedCalibration.find(
                                    reader, pipeline, cascade, forecast.scope().rows())))
                    .toList();
        } catch (LandscapeException _) {
            return cascades.stream()
                    .map(cascade -> new CascadeAdvice(cascade, forecast, Optional.empty()))
                    .toList();
        }
    }

    /// `Cascade cheap, strong at 'sure': $0.02..$0.04, quality unknown: calibrate for about $0.02 (--calibrate sure).`
    public String text() {
        String gate = SafeText.line(cascade.gate().name());
        String name = "Cascade " + SafeText.line(cascade.cheap().name()) + ", "
                + SafeText.line(cascade.strong().name()) + " at '" + gate + "': ";
        if (recorded.isEmpty()) {
            return name + costs() + ", quality unknown: " + trial(gate) + ".";
        }
        String target = Figures.percent(recorded.get().calibration().target());
        String run = " (run " + recorded.get().runId() + ").";
        Optional<Threshold> best = recorded.get().calibration().best();
        String now = name
                + recorded.get()
                        .calibration()
                        .written()
                        .cost()
                        .map(Figures::dollars)
                        .orElse("cost unknown");
        if (best.isEmpty()) {
            return now + ", calibrated: no threshold reaches an agreement of " + target + run;
        }
        String other = SafeText.line(cascade.by(best.get().number())) + " for "
                + best.get().cost().map(Figures::dollars).orElse("an unknown cost") + run;
        return recorded.get().calibration().isKept()
                ? now + ", an agreement of at least " + target + ", as has " + other
                : now + ", an agreement of less than " + target + "; write " + other;
    }

    private String costs() {
        Optional<BigDecimal> least = least();
        Optional<BigDecimal> most = most();
        return least.isPresent() && most.isPresent()
                ? Figures.dollars(least.get())
                        + (most.get().compareTo(least.get()) > 0 ? ".." + Figures.dollars(most.get()) : "")
                : "cost unknown";
    }

    private String trial(String gate) {
        return forecast.scope().rows() < AgreementBound.fewestRows(CalibrationOptions.AGREEMENT)
                ? "too few rows to calibrate"
                : "calibrate"
                        + calibrationCost()
                                .map(cost -> " for about " + Figures.dollars(cost))
                                .orElse("") + " (--calibrate " + gate + ")";
    }

    private Optional<BigDecimal> least() {
        return node(cascade.cheap())
                .flatMap(cheap -> node(cascade.strong())
                        .map(strong -> cheap.cost().likely().add(strong.cost().likely())));
    }

    private Optional<BigDecimal> most() {
        return node(cascade.cheap())
                .flatMap(cheap -> node(cascade.strong())
                        .map(strong -> cheap.most().likely().add(strong.most().likely())));
    }

    /// The cost of asking both models for the usual sample.
    private Optional<BigDecimal> calibrationCost() {
        long rows = forecast.scope().rows();
        BigDecimal sampled = BigDecimal.valueOf(Math.min(rows, CalibrationOptions.ROWS));
        return most().map(cost -> cost.multiply(sampled).divide(BigDecimal.valueOf(rows), MathContext.DECIMAL64));
    }

    private Optional<NodeForecast> node(TransformNode node) {
        return forecast.nodes().stream()
                .filter(one -> one.node().index() == node.index() && one.unpriced() == 0)
                .findFirst();
    }

    public JsonObject json() {
        return JsonObject.object()
                .put("gate", cascade.gate().name())
                .put("cheap", cascade.cheap().name())
                .put("strong", cascade.strong().name())
                .put("least_usd", least())
                .put("most_usd", most())
                .put("calibration_usd", recorded.isEmpty() ? calibrationCost() : Optional.empty())
                .put("calibration_run", recorded.map(RecordedCalibration::runId))
                .put("agreement", recorded.map(found -> found.calibration().target()))
                .put(
                        "calibrated_by",
                        recorded.flatMap(found -> found.calibration().best()).map(best -> cascade.by(best.number())));
    }
}
