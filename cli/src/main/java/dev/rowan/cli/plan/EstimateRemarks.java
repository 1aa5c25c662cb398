package dev.rowan.cli.plan;

import dev.rowan.engine.pipeline.BatchSettings;
import dev.rowan.engine.plan.AutoForecast;
import dev.rowan.engine.plan.Forecast;
import dev.rowan.engine.plan.Forecast.Scope;
import dev.rowan.engine.plan.NodeForecast;
import dev.rowan.engine.plan.TokenBasis;
import dev.rowan.engine.report.Figures;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;

/// Remarks on an estimate: time, cost cap, sample, unknowns and assumptions.
record EstimateRemarks(EstimatedRun estimate) {

    List<String> all() {
        var remarks = new ArrayList<String>();
        Forecast forecast = estimate.forecast();
        if (forecast.nodes().isEmpty()) {
            remarks.add("No transform calls a service, so the run costs nothing.");
        } else {
            remarks.add(time());
        }
        cap(remarks);
        remarks.add(scope());
        if (!forecast.stops().isEmpty()) {
            remarks.add(stops());
        }
        if (!forecast.unplanned().isEmpty()) {
            remarks.add("Not counted: calls of "
                    + forecast.unplanned().stream()
                            .map(node -> "'" + node + "'")
                            .collect(Collectors.joining(", "))
                    + " for rows made by an aggregate; their number depends on its groups. Duration, total and ways to run"
                    + " it leave them out.");
        }
        forecast.nodes().forEach(node -> tokens(node, remarks));
        forecast.nodes().forEach(node -> reasoning(node, remarks));
        forecast.nodes().forEach(node -> batches(node, remarks));
        forecast.nodes().forEach(node -> unknowns(node, remarks));
        if (forecast.nodes().stream().anyMatch(node -> node.more().isPresent())) {
            remarks.add(
                    "Ranges: gates depend on answers. The first figure is certain, the second assumes that every row takes the"
                            + " route with the most calls. Duration and batch cost use the first.");
        }
        free(remarks);
        estimate.missing().forEach(missing -> remarks.add("A run would fail to start: " + missing + "."));
        if (!forecast.nodes().isEmpty()) {
            remarks.add("Assumptions: every check passes, no retries.");
        }
        return remarks;
    }

    private String time() {
        return "Duration: about " + Figures.duration(estimate.forecast().time().time()) + ", limited by "
                + estimate.forecast().time().by().word() + ", with a latency of " + Figures.duration(estimate.latency())
                + " per call (--latency).";
    }

    private void cap(List<String> remarks) {
        Forecast forecast = estimate.forecast();
        String cap = forecast.cap().map(Figures::dollars).orElse("");
        switch (forecast.capStatus()) {
            case OPEN -> {}
            case FITS -> remarks.add("Within run.max_cost_usd, " + cap + ", even in the worst case.");
            case MAY_STOP ->
                remarks.add("May stop early: run.max_cost_usd is " + cap
                        + (forecast.isWithin(forecast.cap().orElseThrow().dollars())
                                ? ", and not all calls are counted."
                                : ", less than the worst case."));
            case STOPS ->
                remarks.add("Would stop early: run.max_cost_usd is " + cap + ", enough for about "
                        + Figures.counted(affordable(), "row") + ".");
            case REFUSED -> remarks.add("Would not start: run.max_cost_usd is " + cap + ", and a price is unknown.");
        }
    }

    /// The number of rows that the cap is likely to cover.
    private long affordable() {
        Forecast forecast = estimate.forecast();
        BigDecimal cap = forecast.cap().orElseThrow().dollars();
        return cap.multiply(BigDecimal.valueOf(forecast.scope().rows()))
                .divide(forecast.expectedCost(), 0, RoundingMode.DOWN)
                .longValue();
    }

    private String scope() {
        return switch (estimate.forecast().scope()) {
            case Scope.Whole(var rows) -> rows == 1 ? "Based on the only row." : "Based on all rows.";
            case Scope.Extrapolated(var read, var _) ->
                "Based on the first " + Figures.counted(read, "row") + ", extrapolated by the size of the source.";
            case Scope.Beginning(var rows) ->
                "Covers only the first " + Figures.counted(rows, "row")
                        + ": there are more, and the source does not report how many.";
        };
    }

    private String stops() {
        return "Regardless of the answers, "
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
            remarks.add("No price set, counted as free: " + free + ".");
        }
    }

    private static void tokens(NodeForecast node, List<String> remarks) {
        if (node.inputTokens() > 0) {
            node.tokens()
                    .ifPresent(basis -> remarks.add("Tokens of '" + node.node().name() + "': " + counted(basis) + "."));
        }
        node.callsPerRow()
                .ifPresent(calls -> remarks.add("'" + node.node().name() + "' is expected to make "
                        + String.format(Locale.ROOT, "%.2f", calls) + " calls per row, as in earlier runs."));
    }

    private static void reasoning(NodeForecast node, List<String> remarks) {
        node.reasoning()
                .ifPresent(part -> remarks.add("Reasoning is " + Figures.percent(part.tokens(), node.outputTokens())
                        + " of the output of '" + node.node().name() + "', as in earlier runs"
                        + part.cost().map(cost -> ", " + Figures.dollars(cost)).orElse("") + "; " + part.option()
                        + " costs less, but answers may change."));
    }

    private static String counted(TokenBasis basis) {
        String error = basis.errorPercent() == 0 ? "" : ", +/-" + basis.errorPercent() + " %";
        return switch (basis.kind()) {
            case RECORD -> "from " + Figures.counted(basis.samples(), "answer") + " on record" + error;
            case PROVIDER ->
                Figures.counted(basis.samples(), "prompt") + " counted by the provider" + error
                        + "; answers a quarter of" + " max_tokens";
            case TOKENIZER ->
                Figures.counted(basis.samples(), "prompt") + " counted by " + basis.by() + error
                        + "; answers a quarter of max_tokens";
            case CHARACTERS -> "four characters per token" + error + "; answers a quarter of max_tokens";
        };
    }

    private static void batches(NodeForecast node, List<String> remarks) {
        String name = "'" + node.node().name() + "'";
        if (node.node().batch().mode() == BatchSettings.Mode.BATCH
                && node.batch().isPresent()) {
            remarks.add(name + " uses the provider's batch service (mode: batch), which may take a day.");
        }
        node.auto().ifPresent(plan -> remarks.add(name + " (mode: auto) " + describe(plan)));
    }

    private static String describe(AutoForecast plan) {
        if (plan.batched() == 0) {
            return "sends all calls in realtime: the deadline leaves no time for a batch.";
        }
        return "sends " + Figures.counted(plan.canaries(), "call") + " in realtime first, then "
                + Figures.counted(plan.batched(), "call") + " in batches"
                + (plan.realTime() > 0 ? " and " + Figures.count(plan.realTime()) + " in realtime" : "")
                + ". Calls not done after " + Figures.duration(plan.calledBack())
                + " are cancelled and sent in realtime to meet the deadline. Cost: about "
                + Figures.dollars(plan.cost()) + " if the batches finish in time, "
                + Figures.dollars(plan.withoutBatch()) + " if they do not.";
    }

    private static void unknowns(NodeForecast node, List<String> remarks) {
        String name = "'" + node.node().name() + "'";
        if (node.unpriced() > 0) {
            remarks.add("The price of " + Figures.counted(node.unpriced(), "call") + " of " + name
                    + " is unknown and not counted; set it with the option 'price'.");
        }
        if (node.guessed() > 0) {
            remarks.add(Figures.counted(node.guessed(), "call") + " of " + name
                    + " include an earlier answer, whose length is estimated.");
        }
        if (node.untold() > 0) {
            remarks.add(name + " does not support planning, so it and later nodes are not counted.");
        }
    }
}
