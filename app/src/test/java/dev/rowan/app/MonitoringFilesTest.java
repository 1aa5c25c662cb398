package dev.rowan.app;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rowan.json.RowJson;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.snakeyaml.engine.v2.api.Load;
import org.snakeyaml.engine.v2.api.LoadSettings;

/// The dashboard and the alert rules of `docs/monitoring` use metrics and labels that Rowan exports.
class MonitoringFilesTest {
    private static final Path FOLDER = Path.of("..", "docs", "monitoring");
    private static final Pattern SELECTOR = Pattern.compile("(\\w+)\\s*\\{([^}]*)}");
    private static final Pattern MATCHER = Pattern.compile("(\\w+)\\s*(?:=~|!~|!=|=)");
    private static final Pattern NOT_METRICS =
            Pattern.compile("\\{[^}]*}|\\[[^]]*]|\\b(?:by|on|without|ignoring)\\s*\\([^)]*\\)|\"[^\"]*\"");
    private static final Pattern NAME = Pattern.compile("\\b([a-zA-Z_]\\w*)\\b(?!\\s*\\()");
    private static final Set<String> OPERATORS = Set.of("and", "or", "unless", "bool");
    /// Of Prometheus itself.
    private static final Set<String> BUILT_IN = Set.of("up");

    /// The metrics that an expression of PromQL reads.
    private static Set<String> metrics(String expression) {
        var names = new TreeSet<String>();
        NAME.matcher(NOT_METRICS.matcher(expression).replaceAll(" "))
                .results()
                .map(name -> name.group(1))
                .filter(name -> !OPERATORS.contains(name))
                .forEach(names::add);
        return names;
    }

    private static List<String> unknown(String expression) throws Exception {
        Map<String, Set<String>> scraped = ExportedMetrics.scraped();
        Set<String> pushed = ExportedMetrics.pushed();
        var unknown = new ArrayList<String>();
        metrics(expression).stream()
                .filter(name -> !scraped.containsKey(name) && !pushed.contains(name) && !BUILT_IN.contains(name))
                .forEach(unknown::add);
        SELECTOR.matcher(expression.replaceAll("\"[^\"]*\"", "")).results().forEach(selector -> {
            Set<String> labels = scraped.getOrDefault(selector.group(1), Set.of("job"));
            MATCHER.matcher(selector.group(2))
                    .results()
                    .map(label -> label.group(1))
                    .filter(label -> !labels.contains(label))
                    .forEach(label -> unknown.add(selector.group(1) + "{" + label + "}"));
        });
        return unknown;
    }

    /// Every text under `key`, at any depth.
    private static void collect(@Nullable Object value, String key, List<String> found) {
        if (value instanceof Map<?, ?> map) {
            map.forEach((name, inner) -> {
                if (key.equals(name) && inner instanceof String text) {
                    found.add(text);
                }
                collect(inner, key, found);
            });
        } else if (value instanceof Collection<?> list) {
            list.forEach(inner -> collect(inner, key, found));
        }
    }

    private static List<String> dashboard(String key) throws Exception {
        var found = new ArrayList<String>();
        collect(RowJson.readValue(Files.readAllBytes(FOLDER.resolve("grafana-dashboard.json"))), key, found);
        return found;
    }

    private static @Nullable Object alerts() throws Exception {
        return new Load(LoadSettings.builder().build())
                .loadFromString(Files.readString(FOLDER.resolve("prometheus-alerts.yaml")));
    }

    @Test
    void theDashboardUsesMetricsThatExist() throws Exception {
        List<String> expressions = dashboard("expr");

        assertThat(expressions).hasSizeGreaterThan(20);
        for (String expression : expressions) {
            assertThat(unknown(expression)).as(expression).isEmpty();
        }
        for (String query : dashboard("definition")) {
            assertThat(query).startsWith("label_values(");
            assertThat(unknown(query.replaceAll("^label_values\\(|, \\w+\\)$", "")))
                    .as(query)
                    .isEmpty();
        }
    }

    @Test
    void theDashboardShowsEveryMetricOfTheEndpoint() throws Exception {
        String expressions = String.join("\n", dashboard("expr"));

        assertThat(ExportedMetrics.families())
                .hasSizeGreaterThan(20)
                .allSatisfy(family -> assertThat(expressions).contains(family));
    }

    @Test
    void theAlertsUseMetricsThatExist() throws Exception {
        var expressions = new ArrayList<String>();
        collect(alerts(), "expr", expressions);

        assertThat(expressions).hasSizeGreaterThan(5);
        for (String expression : expressions) {
            assertThat(unknown(expression)).as(expression).isEmpty();
        }
    }

    @Test
    void everyAlertSaysWhatItIsAndWhatToDo() throws Exception {
        var names = new ArrayList<String>();
        var summaries = new ArrayList<String>();
        var descriptions = new ArrayList<String>();
        collect(alerts(), "alert", names);
        collect(alerts(), "summary", summaries);
        collect(alerts(), "description", descriptions);

        assertThat(names).doesNotHaveDuplicates().hasSameSizeAs(summaries).hasSameSizeAs(descriptions);
    }

    @Test
    void theDocumentationNamesEveryMetric() throws Exception {
        String page = Files.readString(Path.of("..", "docs", "telemetry.md"));

        assertThat(ExportedMetrics.families())
                .allSatisfy(family -> assertThat(page).contains("`" + family + "`"));
        assertThat(page).contains("`gen_ai_client_token_usage`", "`rowan_cost_USD_total`");
    }

    @Test
    void aNameThatIsNotExportedIsFound() throws Exception {
        assertThat(unknown("sum(rate(rowan_rows_lost_total[5m])) > 0")).containsExactly("rowan_rows_lost_total");
        assertThat(unknown("rowan_rows_total{result=\"failed\"}")).containsExactly("rowan_rows_total{result}");
        assertThat(unknown("sum by (node) (rowan_pool_size) unless on (run) rowan_run_paused == 1"))
                .isEmpty();
    }
}
