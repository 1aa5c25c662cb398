package dev.rowan.transforms.statistics;

import dev.rowan.api.config.ConfigNode;
import dev.rowan.api.config.Option;
import dev.rowan.api.config.Option.Reading;
import dev.rowan.api.config.Options;
import dev.rowan.api.config.Section;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// The settings of `statistics`.
record StatisticsSettings(List<String> fields, List<BigDecimal> quantiles, List<String> groupBy) {
    private static final String WORDS = "a list of numbers from 0 to 1";
    private static final Map<String, Object> NUMBERS =
            Map.of("type", "array", "items", Map.of("type", "number", "minimum", 0L, "maximum", 1L));

    static final Option<List<String>> FIELDS = Option.texts("fields").describedAs("the fields that hold numbers");

    static final Option<List<BigDecimal>> QUANTILES = Option.free(
                    "quantiles", WORDS, NUMBERS, StatisticsSettings::quantiles)
            .orElse(List.of())
            .describedAs("the quantiles to compute, such as [0.5, 0.95] for median and 95th percentile");

    static final Option<List<String>> GROUP_BY = Option.texts("group_by")
            .orElse(List.of())
            .describedAs("fields by which members are divided; the group has one row per combination");

    static final Options OPTIONS = Options.of(FIELDS, QUANTILES, GROUP_BY);

    StatisticsSettings {
        fields = List.copyOf(fields);
        quantiles = List.copyOf(quantiles);
        groupBy = List.copyOf(groupBy);
    }

    static StatisticsSettings read(Section section) {
        List<String> fields = section.get(FIELDS);
        var settings = new StatisticsSettings(fields, section.get(QUANTILES), section.get(GROUP_BY));
        List<String> added = settings.outputFields();
        if (fields.isEmpty()) {
            section.problem(FIELDS, "must name at least one field, got none");
        }
        added.stream()
                .filter(name -> added.indexOf(name) != added.lastIndexOf(name))
                .findFirst()
                .ifPresent(name -> section.problem(FIELDS, "two values would have the name '" + name + "'"));
        return settings;
    }

    /// The fields of a row, in order.
    List<String> outputFields() {
        var names = new ArrayList<>(groupBy);
        names.add(Statistics.COUNT);
        for (String field : fields) {
            Statistics.MEASURES.forEach(measure -> names.add(field + "_" + measure));
            quantiles.forEach(quantile -> names.add(field + "_" + name(quantile)));
        }
        return names;
    }

    /// `p50` for 0.5, `p99_9` for 0.999.
    static String name(BigDecimal quantile) {
        String percent = quantile.movePointRight(2).stripTrailingZeros().toPlainString();
        return "p" + percent.replace('.', '_');
    }

    private static Reading<List<BigDecimal>> quantiles(ConfigNode node) {
        if (!(node instanceof ConfigNode.Sequence(var _, var _, var items))) {
            return new Reading.Wrong<>("must be " + WORDS);
        }
        var quantiles = new ArrayList<BigDecimal>();
        var wrong = new ArrayList<Reading.Part>();
        for (ConfigNode item : items) {
            quantile(item instanceof ConfigNode.Scalar scalar ? scalar.typed() : null)
                    .ifPresentOrElse(
                            quantiles::add, () -> wrong.add(new Reading.Part(item, "must be a number from 0 to 1")));
        }
        return wrong.isEmpty() ? new Reading.Value<>(List.copyOf(quantiles)) : new Reading.WrongParts<>(wrong);
    }

    private static Optional<BigDecimal> quantile(@Nullable Object value) {
        return Numbers.of(value).filter(n -> n.signum() >= 0 && n.compareTo(BigDecimal.ONE) <= 0);
    }
}
