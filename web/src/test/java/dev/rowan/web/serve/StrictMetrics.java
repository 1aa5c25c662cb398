package dev.rowan.web.serve;

import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// Parses Prometheus' text format 0.0.4 and rejects what Prometheus would reject or warn about.
final class StrictMetrics {
    private static final Pattern COMMENT = Pattern.compile("# (HELP|TYPE) ([a-zA-Z_:][a-zA-Z0-9_:]*) (.+)");
    private static final Pattern SAMPLE = Pattern.compile(
            "([a-zA-Z_:][a-zA-Z0-9_:]*)\\{((?:[a-zA-Z_][a-zA-Z0-9_]*=\"(?:[^\"\\\\\n]|\\\\[\\\\\"n])*\",?)*)}"
                    + " (-?[0-9]+(?:\\.[0-9]+)?)");

    private final Map<String, String> kinds = new HashMap<>();
    private final Map<String, Double> samples = new LinkedHashMap<>();
    private final Set<String> closed = new HashSet<>();
    private String family = "";

    static Map<String, Double> read(String text) {
        var metrics = new StrictMetrics();
        if (!text.endsWith("\n")) {
            throw new IllegalArgumentException("the last line must end");
        }
        text.lines().forEach(metrics::line);
        metrics.histograms();
        return metrics.samples;
    }

    private void line(String line) {
        Matcher comment = COMMENT.matcher(line);
        if (comment.matches()) {
            comment(comment.group(1), comment.group(2), comment.group(3));
            return;
        }
        Matcher sample = SAMPLE.matcher(line);
        if (!sample.matches()) {
            throw new IllegalArgumentException("no metric: " + line);
        }
        String name = sample.group(1);
        String base = "histogram".equals(kinds.get(family)) ? name.replaceAll("_(bucket|sum|count)$", "") : name;
        if (!base.equals(family)) {
            throw new IllegalArgumentException(name + " stands in the family " + family);
        }
        if (samples.put(name + "{" + sample.group(2) + "}", Double.parseDouble(sample.group(3))) != null) {
            throw new IllegalArgumentException("twice: " + line);
        }
    }

    private void comment(String what, String name, String rest) {
        if (what.equals("HELP")) {
            if (!closed.add(name)) {
                throw new IllegalArgumentException("the family " + name + " is there twice");
            }
            family = name;
            return;
        }
        if (!name.equals(family) || !Set.of("counter", "gauge", "histogram").contains(rest)) {
            throw new IllegalArgumentException("a type that does not fit: " + name + " " + rest);
        }
        if (rest.equals("counter") != name.endsWith("_total")) {
            throw new IllegalArgumentException("counters and they alone end in _total: " + name);
        }
        kinds.put(name, rest);
    }

    /// The buckets of a histogram rise, and the last is its count.
    private void histograms() {
        Map<String, Double> last = new HashMap<>();
        samples.forEach((series, value) -> {
            if (series.contains("_bucket{")) {
                String whole = series.replaceAll("le=\"[^\"]*\",?", "").replace("_bucket", "_count");
                if (value < last.getOrDefault(whole, 0.0)) {
                    throw new IllegalArgumentException("a class smaller than the one before: " + series);
                }
                last.put(whole, value);
            }
        });
        last.forEach((series, value) -> {
            if (!value.equals(samples.get(series))) {
                throw new IllegalArgumentException("the last class is not the count: " + series);
            }
        });
    }
}
