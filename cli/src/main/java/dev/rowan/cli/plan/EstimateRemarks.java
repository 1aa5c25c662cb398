package dev.rowan.cli.plan;

import dev.rowan.engine.pipeline.BatchSettings;
import dev.rowan.engine.plan.AutoForecast;
import dev.rowan.engine.plan.Forecast;
import dev.rowan.engine.plan.Forecast.Scope;
import dev.rowan.engine.plan.NodeForecast;
import dev.rowan.engine.report.Figures;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;

/// What the figures of an estimate mean, in sentences: time, cap, what was looked at, what is unknown and
/// assumed.
record EstimateRemarks(EstimatedRun estimate) {

    List<String> all() {
        var remarks = new ArrayList<String>();
        Forecast forecast = estimate.forecast();
        if (forecast.nodes().isEmpty()) {
            remarks.add("No transform of this pipeline calls a service, so it costs nothing.");
        } else {
            remarks.add(time());
        }
        cap(remarks);
        remarks.add(scope());
        if (!forecast.stops().isEmpty()) {
            remarks.add(stops());
        }
        forecast.nodes().forEach(node -> batches(node, remarks));
        forecast.nodes().forEach(node -> unknowns(node, remarks));
        free(remarks);
        estimate.missing().forEach(missing -> remarks.add("A run would be refused: " + missing + "."));
        if (!forecast.nodes().isEmpty()) {
            remarks.add(
                    "Assumed: every check passes, no call is sent twice, and answers have the length that is usual.");
        }
        return remarks;
    }

    private String time() {
        return "It takes about " + Figures.duration(estimate.forecast().time().time()) + ", held up by "
                + estimate.forecast().time().by().word() + ", when a call takes "
                + Figures.duration(estimate.latency()) + " (--latency).";
    }

    private void cap(List<String> remarks) {
        Forecast forecast = estimate.forecast();
        String cap = forecast.cap().map(Figures::dollars).orElse("");
        switch (forecast.capStatus()) {
            case OPEN -> {}
            case FITS -> remarks.add("It stays within run.max_cost_usd, " + cap + ", even at worst.");
            case MAY_STOP ->
                remarks.add("It may stop early: run.max_cost_usd is " + cap + ", less than the worst case.");
            case STOPS ->
                remarks.add("It would stop early: run.max_cost_usd is " + cap + ", enough for about "
                        + Figures.counted(affordable(), "row") + ".");
            case REFUSED ->
                remarks.add("It would not start: run.max_cost_usd is set to " + cap + ", and a price is unknown.");
        }
    }

    /// How many rows the cap is likely to pay for.
    private long affordable() {
        Forecast forecast = estimate.forecast();
        BigDecimal cap = forecast.cap().orElseThrow().dollars();
        return cap.multiply(BigDecimal.valueOf(forecast.scope().rows()))
                .divide(forecast.cost().likely(), 0, RoundingMode.DOWN)
                .longValue();
    }

    private String scope() {
        return switch (estimate.forecast().scope()) {
            case Scope.Whole(var rows) -> rows == 1 ? "The one row was looked at." : "Every row was looked at.";
            case Scope.Extrapolated(var read, var _) ->
                "The first " + Figures.counted(read, "row")
                        + " were looked at; the rest is taken to be like them, by the size of the source.";
            case Scope.Beginning(var rows) ->
                "These figures are for the first " + Figures.counted(rows, "row")
                        + " alone: there are more, and the source does not tell how many.";
        };
    }

    private String stops() {
        return "Whatever the services answer, "
                + estimate.forecast().stops().entrySet().stream()
                        .map(stop -> Figures.counted(stop.getValue(), "row")
                                + (stop.getValue() == 1 ? " ends at " : " end at ")
                                + stop.getKey())
                        .collect(Collectors.joining(", "))
                + ".";
    }

    private void free(List<String> remarks) {
        String free = estimate.forecast().nodes().stream()
                .filter(node ->
                        node.calls() > node.unpriced() && node.cost().worst().signum() == 0)
                .map(node -> "'" + node.node().name() + "'")
                .collect(Collectors.joining(", "));
        if (!free.isEmpty()) {
            remarks.add("Counted as free, since no price is set: " + free + ".");
        }
    }

    private static void batches(NodeForecast node, List<String> remarks) {
        String name = "'" + node.node().name() + "'";
        if (node.node().batch().mode() == BatchSettings.Mode.BATCH
                && node.batch().isPresent()) {
            remarks.add(name + " goes through its provider's batch service (mode: batch), which may take a day.");
        }
        node.auto().ifPresent(plan -> remarks.add(name + " (mode: auto) " + words(plan)));
    }

    private static String words(AutoForecast plan) {
        if (plan.batched() == 0) {
            return "sends all calls in real time: the deadline leaves no time to wait for a batch service.";
        }
        return "asks " + Figures.counted(plan.canaries(), "call") + " in real time first, then leaves "
                + Figures.counted(plan.batched(), "call") + " to the batch service"
                + (plan.realTime() > 0 ? " and sends " + Figures.count(plan.realTime()) + " in real time" : "")
                + ". What is not done after " + Figures.duration(plan.calledBack())
                + " is called back and sent in real time, so that the deadline holds. It costs about "
                + Figures.dollars(plan.cost()) + " if the batch service is in time, and "
                + Figures.dollars(plan.withoutBatch()) + " if it does nothing.";
    }

    private static void unknowns(NodeForecast node, List<String> remarks) {
        String name = "'" + node.node().name() + "'";
        if (node.unpriced() > 0) {
            remarks.add("The price of " + Figures.counted(node.unpriced(), "call") + " of " + name
                    + " is unknown and not counted; its option 'price' sets one.");
        }
        if (node.guessed() > 0) {
            remarks.add(Figures.counted(node.guessed(), "call") + " of " + name
                    + " will hold an earlier answer, whose length is a guess.");
        }
        if (node.untold() > 0) {
            remarks.add(name + " does not tell beforehand what it sends, so it and what follows are not counted.");
        }
    }
}
