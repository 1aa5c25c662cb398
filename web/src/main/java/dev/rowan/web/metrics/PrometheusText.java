package dev.rowan.web.metrics;

import java.math.BigDecimal;
import java.util.Map;
import java.util.TreeMap;

/// Metrics in Prometheus' text format 0.0.4: families, each with its kind and a sentence, and their samples.
final class PrometheusText {
    static final String TYPE = "text/plain; version=0.0.4; charset=utf-8";

    private final StringBuilder text = new StringBuilder();

    /// The type of a metric family.
    enum Kind {
        COUNTER,
        GAUGE,
        HISTOGRAM
    }

    /// Labels that every sample of a run has, and more.
    record Labels(Map<String, String> values) {
        Labels {
            values = new TreeMap<>(values);
        }

        Labels with(String name, String value) {
            var more = new TreeMap<>(values);
            more.put(name, value);
            return new Labels(more);
        }
    }

    /// Begins a family; its samples follow.
    void family(String name, Kind kind, String help) {
        text.append("# HELP ").append(name).append(' ').append(help).append('\n');
        text.append("# TYPE ")
                .append(name)
                .append(' ')
                .append(kind.name().toLowerCase(java.util.Locale.ROOT))
                .append('\n');
    }

    void sample(String name, Labels labels, BigDecimal value) {
        text.append(name).append('{');
        String comma = "";
        for (Map.Entry<String, String> label : labels.values().entrySet()) {
            text.append(comma)
                    .append(label.getKey())
                    .append("=\"")
                    .append(escaped(label.getValue()))
                    .append('"');
            comma = ",";
        }
        text.append("} ").append(value.toPlainString()).append('\n');
    }

    void sample(String name, Labels labels, long value) {
        sample(name, labels, BigDecimal.valueOf(value));
    }

    private static String escaped(String value) {
        return value.replace("\\", "\\\\").replace("\n", "\\n").replace("\"", "\\\"");
    }

    String text() {
        return text.toString();
    }
}
