package dev.rowan.web.metrics;

import dev.rowan.landscape.record.Sample;
import dev.rowan.web.metrics.PrometheusText.Kind;
import dev.rowan.web.metrics.PrometheusText.Labels;
import java.math.BigDecimal;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.BiConsumer;

/// The metrics of runs, from the landscape or from the running process. Values without a bound, such as reasons and
/// models, are not labels.
public final class RunMetrics {
    /// The content type.
    public static final String TYPE = PrometheusText.TYPE;

    private final PrometheusText text = new PrometheusText();
    private final List<RunMeasure> runs;

    private RunMetrics(List<RunMeasure> runs) {
        this.runs = runs;
    }

    public static String of(List<RunMeasure> runs) {
        var metrics = new RunMetrics(List.copyOf(runs));
        metrics.rows();
        metrics.money();
        metrics.calls();
        metrics.latency();
        metrics.services();
        metrics.jobs();
        return metrics.text.text();
    }

    private void rows() {
        each(
                "rowan_run_info",
                Kind.GAUGE,
                "Running runs and the one that ended last, with their status.",
                (run, labels) -> text.sample("rowan_run_info", labels.with("status", run.status()), 1));
        each(
                "rowan_rows_read_total",
                Kind.COUNTER,
                "Rows read from the source.",
                (run, labels) -> text.sample(
                        "rowan_rows_read_total", labels, run.sample().rowsRead()));
        each(
                "rowan_rows_total",
                Kind.COUNTER,
                "Rows that ended, by outcome; parts of a row count each.",
                (run, labels) -> new TreeMap<>(run.sample().outcomes())
                        .forEach((outcome, count) ->
                                text.sample("rowan_rows_total", labels.with("outcome", outcome), count)));
        each(
                "rowan_rows_in_flight",
                Kind.GAUGE,
                "Rows in flight.",
                (run, labels) ->
                        text.sample("rowan_rows_in_flight", labels, run.sample().inFlight()));
        each(
                "rowan_rows_waiting_to_leave",
                Kind.GAUGE,
                "Finished rows that wait for earlier rows.",
                (run, labels) -> text.sample(
                        "rowan_rows_waiting_to_leave", labels, run.sample().waitingToLeave()));
        each(
                "rowan_rows_parked",
                Kind.GAUGE,
                "Rows that wait for batch services.",
                (run, labels) ->
                        text.sample("rowan_rows_parked", labels, run.sample().parked()));
        each(
                "rowan_run_paused",
                Kind.GAUGE,
                "1 while the run is paused.",
                (run, labels) ->
                        text.sample("rowan_run_paused", labels, run.sample().paused() ? 1 : 0));
    }

    private void money() {
        each(
                "rowan_cost_usd_total",
                Kind.COUNTER,
                "Cost of the ended calls in US dollars, worst cases included. Absent while no price is" + " known.",
                (run, labels) -> run.sample()
                        .cost()
                        .amount()
                        .ifPresent(cost -> text.sample("rowan_cost_usd_total", labels, cost.dollars())));
        each(
                "rowan_cost_reserved_usd",
                Kind.GAUGE,
                "Worst-case cost of the open calls in US dollars.",
                (run, labels) -> text.sample(
                        "rowan_cost_reserved_usd",
                        labels,
                        run.sample().reserved().dollars()));
        each(
                "rowan_cost_cap_usd",
                Kind.GAUGE,
                "Budget of the run, if any.",
                (run, labels) ->
                        run.sample().cap().ifPresent(cap -> text.sample("rowan_cost_cap_usd", labels, cap.dollars())));
    }

    private void calls() {
        node("rowan_visits_total", Kind.COUNTER, "Finished visits of rows to a transform.", Sample.Node::visits);
        node("rowan_attempts_total", Kind.COUNTER, "Attempts sent to services.", Sample.Node::attempts);
        node("rowan_answered_total", Kind.COUNTER, "Attempts answered.", Sample.Node::answered);
        node("rowan_refused_total", Kind.COUNTER, "Attempts refused for lack of capacity (429).", Sample.Node::refused);
        node("rowan_requests_in_flight", Kind.GAUGE, "Requests in flight.", Sample.Node::onWire);
        node("rowan_pool_size", Kind.GAUGE, "Maximum requests in flight.", Sample.Node::poolSize);
        each(
                "rowan_wait_seconds_total",
                Kind.COUNTER,
                "Wait time of rows, by kind, summed over rows.",
                (run, labels) -> {
                    for (Sample.Node node : run.sample().nodes()) {
                        Labels own = labels.with("node", node.name());
                        text.sample("rowan_wait_seconds_total", own.with("kind", "pacer"), seconds(node.pacerMicros()));
                        text.sample(
                                "rowan_wait_seconds_total", own.with("kind", "permit"), seconds(node.permitMicros()));
                        text.sample("rowan_wait_seconds_total", own.with("kind", "wire"), seconds(node.wireMicros()));
                    }
                    text.sample(
                            "rowan_wait_seconds_total",
                            labels.with("kind", "reorder"),
                            seconds(run.sample().reorderMicros()));
                });
        each("rowan_tokens_total", Kind.COUNTER, "Tokens, as counted by the services.", (run, labels) -> {
            for (Sample.Node node : run.sample().nodes()) {
                Labels own = labels.with("node", node.name());
                text.sample("rowan_tokens_total", own.with("direction", "input"), node.inputTokens());
                text.sample("rowan_tokens_total", own.with("direction", "output"), node.outputTokens());
            }
        });
        each(
                "rowan_node_cost_usd_total",
                Kind.COUNTER,
                "Cost of a transform's calls in US dollars. Absent while its price is unknown.",
                (run, labels) -> run.sample()
                        .nodes()
                        .forEach(node -> node.cost()
                                .amount()
                                .ifPresent(cost -> text.sample(
                                        "rowan_node_cost_usd_total",
                                        labels.with("node", node.name()),
                                        cost.dollars()))));
        node(
                "rowan_unpriced_attempts_total",
                Kind.COUNTER,
                "Attempts without a known price; not in the cost.",
                node -> node.cost().unpriced());
    }

    private void latency() {
        String name = "rowan_call_duration_seconds";
        each(name, Kind.HISTOGRAM, "Answered attempts by latency; the sum covers all attempts.", (run, labels) -> {
            for (Sample.Node node : run.sample().nodes()) {
                if (node.latency().isEmpty()) {
                    continue;
                }
                Labels own = labels.with("node", node.name());
                long count = 0;
                for (int i = 0; i < node.latency().size(); i++) {
                    count += node.latency().get(i);
                    String max = i < Sample.LATENCY_MILLIS.size()
                            ? seconds(Sample.LATENCY_MILLIS.get(i) * 1_000L).toPlainString()
                            : "+Inf";
                    text.sample(name + "_bucket", own.with("le", max), count);
                }
                text.sample(name + "_sum", own, seconds(node.wireMicros()));
                text.sample(name + "_count", own, count);
            }
        });
    }

    private void services() {
        each(
                "rowan_service_limit_per_second",
                Kind.GAUGE,
                "Rate limit of a service in requests per second, detected or configured.",
                (run, labels) -> run.sample()
                        .services()
                        .forEach(service -> service.perSecond()
                                .ifPresent(limit -> text.sample(
                                        "rowan_service_limit_per_second",
                                        labels.with("service", service.address()),
                                        BigDecimal.valueOf(limit)))));
        each(
                "rowan_service_held_seconds",
                Kind.GAUGE,
                "Remaining time of a service's Retry-After.",
                (run, labels) -> run.sample()
                        .services()
                        .forEach(service -> text.sample(
                                "rowan_service_held_seconds",
                                labels.with("service", service.address()),
                                seconds(service.heldMillis() * 1_000))));
    }

    private void jobs() {
        each(
                "rowan_batch_jobs",
                Kind.GAUGE,
                "Batch jobs by step.",
                (run, labels) -> new TreeMap<>(run.jobs())
                        .forEach(
                                (state, count) -> text.sample("rowan_batch_jobs", labels.with("state", state), count)));
    }

    private void node(String name, Kind kind, String help, java.util.function.ToLongFunction<Sample.Node> value) {
        each(
                name,
                kind,
                help,
                (run, labels) -> run.sample()
                        .nodes()
                        .forEach(node -> text.sample(name, labels.with("node", node.name()), value.applyAsLong(node))));
    }

    private void each(String name, Kind kind, String help, BiConsumer<RunMeasure, Labels> samples) {
        text.family(name, kind, help);
        for (RunMeasure run : runs) {
            samples.accept(run, new Labels(Map.of("run", run.runId(), "pipeline", run.pipeline())));
        }
    }

    private static BigDecimal seconds(long micros) {
        return BigDecimal.valueOf(micros, 6).stripTrailingZeros();
    }
}
