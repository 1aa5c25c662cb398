package dev.rowan.app;

import dev.rowan.api.call.Usd;
import dev.rowan.landscape.record.CallCost;
import dev.rowan.landscape.record.Sample;
import dev.rowan.web.metrics.RunMeasure;
import dev.rowan.web.metrics.RunMetrics;
import java.io.IOException;
import java.math.BigDecimal;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Pattern;

/// The metrics that Prometheus can get from Rowan, by name with their labels.
final class ExportedMetrics {
    private static final Pattern SAMPLE = Pattern.compile("(?m)^(\\w+)\\{(.*)} \\S+$");
    private static final Pattern LABEL = Pattern.compile("(\\w+)=\"");
    private static final Pattern FAMILY = Pattern.compile("(?m)^# TYPE (\\w+) ");
    private static final Pattern INSTRUMENT =
            Pattern.compile("(histogram|counter)Builder\\(\"([^\"]+)\"\\)[^;]*?setUnit\\(\"([^\"]+)\"\\)");

    private ExportedMetrics() {}

    /// What `/metrics` tells of a run that has everything: nodes, services, jobs and a cap.
    static Map<String, Set<String>> scraped() {
        var metrics = new TreeMap<String, Set<String>>();
        SAMPLE.matcher(text()).results().forEach(sample -> {
            Set<String> labels = metrics.computeIfAbsent(sample.group(1), _ -> new TreeSet<>());
            LABEL.matcher(sample.group(2)).results().forEach(label -> labels.add(label.group(1)));
        });
        return metrics;
    }

    /// The names of the families of `/metrics`; a histogram is one.
    static List<String> families() {
        return FAMILY.matcher(text()).results().map(family -> family.group(1)).toList();
    }

    private static String text() {
        var node = new Sample.Node(
                "llm",
                0,
                9,
                1,
                9,
                8,
                1,
                4,
                1,
                5,
                6,
                7,
                100,
                50,
                CallCost.of(dollar(), true),
                Collections.nCopies(14, 1L));
        var service = new Sample.Service(
                "api.example.com",
                Optional.of(5.0),
                "refused",
                1,
                1,
                OptionalLong.of(1),
                OptionalLong.of(1),
                Optional.empty(),
                Optional.empty());
        var sample = new Sample(
                9,
                8,
                1,
                1,
                0,
                1,
                10,
                OptionalLong.of(20),
                Map.of("completed", 8L),
                Map.of(),
                dollar(),
                dollar(),
                Optional.of(dollar()),
                1,
                true,
                List.of(node),
                List.of(service),
                Optional.empty());
        return RunMetrics.of(List.of(new RunMeasure("r", "p", "running", sample, Map.of("held", 1L))));
    }

    private static Usd dollar() {
        return Usd.of(BigDecimal.ONE);
    }

    /// The instruments of OpenTelemetry as a collector's Prometheus exporter names them: dots become underscores,
    /// the unit follows unless it is in braces, then `_total` of a counter.
    static Set<String> pushed() throws IOException {
        String source = Files.readString(Path.of("../telemetry/src/main/java/dev/rowan/telemetry/CallMetrics.java"));
        var names = new TreeSet<String>();
        INSTRUMENT.matcher(source).results().forEach(instrument -> {
            String unit = instrument.group(3);
            String suffix = unit.startsWith("{") ? "" : unit.equals("s") ? "_seconds" : "_" + unit;
            String name = instrument.group(2).replace('.', '_') + suffix;
            if (instrument.group(1).equals("counter")) {
                names.add(name + "_total");
            } else {
                names.addAll(List.of(name + "_bucket", name + "_sum", name + "_count"));
            }
        });
        return names;
    }
}
