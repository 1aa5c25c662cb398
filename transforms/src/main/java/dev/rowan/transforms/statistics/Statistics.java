package dev.rowan.transforms.statistics;

import dev.rowan.api.Reason;
import dev.rowan.api.Row;
import dev.rowan.api.TransformResult;
import dev.rowan.api.plugin.Aggregator;
import dev.rowan.api.schema.FieldUse;
import dev.rowan.api.schema.RowFields;
import dev.rowan.api.text.FieldReasons;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/// Statistics of the numbers of a group, exact. Nulls are not counted, as in SQL.
final class Statistics implements Aggregator {
    static final String COUNT = "count";
    static final List<String> MEASURES = List.of(COUNT, "sum", "mean", "min", "max");

    private final StatisticsSettings settings;

    Statistics(StatisticsSettings settings) {
        this.settings = settings;
    }

    @Override
    public Group begin() {
        return new Counted();
    }

    @Override
    public RowFields outputFields(RowFields input) {
        return new RowFields(settings.outputFields(), true);
    }

    @Override
    public List<FieldUse> fieldUses() {
        return Stream.concat(
                        settings.fields().stream()
                                .map(name -> FieldUse.required(name, StatisticsSettings.FIELDS.name())),
                        settings.groupBy().stream()
                                .map(name -> FieldUse.required(name, StatisticsSettings.GROUP_BY.name())))
                .toList();
    }

    /// The members with the same values of `group_by`.
    private static final class Division {
        private final Map<String, Numbers> numbers = new LinkedHashMap<>();
        private long members;
    }

    private final class Counted implements Group {
        private final Map<List<@Nullable Object>, Division> divisions = new LinkedHashMap<>();

        @Override
        public Optional<Reason> add(Row member) {
            Optional<Reason> wrong = Stream.concat(settings.groupBy().stream(), settings.fields().stream())
                    .filter(name -> !member.has(name))
                    .findFirst()
                    .map(FieldReasons::missing)
                    .or(() -> settings.fields().stream()
                            .filter(field -> member.get(field) != null)
                            .filter(field -> Numbers.of(member.get(field)).isEmpty())
                            .findFirst()
                            .map(field -> notANumber(field, member.get(field))));
            if (wrong.isEmpty()) {
                count(member);
            }
            return wrong;
        }

        private void count(Row member) {
            var key = new ArrayList<@Nullable Object>();
            settings.groupBy().forEach(name -> key.add(member.get(name)));
            Division division = divisions.computeIfAbsent(key, _ -> new Division());
            division.members++;
            for (String field : settings.fields()) {
                Numbers numbers = division.numbers.computeIfAbsent(field, _ -> new Numbers());
                Numbers.of(member.get(field)).ifPresent(numbers::add);
            }
        }

        /// A row for each combination, in the order in which they first came.
        @Override
        public TransformResult close() {
            var rows = new ArrayList<Row>();
            divisions.forEach((key, division) -> rows.add(row(key, division)));
            return TransformResult.successMulti(rows);
        }

        private Row row(List<@Nullable Object> key, Division division) {
            var values = new LinkedHashMap<String, @Nullable Object>();
            for (int i = 0; i < key.size(); i++) {
                values.put(settings.groupBy().get(i), key.get(i));
            }
            values.put(COUNT, division.members);
            division.numbers.forEach((field, numbers) -> numbers.measures(settings.quantiles())
                    .forEach((measure, value) -> values.put(field + "_" + measure, value)));
            return Row.of(values);
        }
    }

    private static Reason notANumber(String field, @Nullable Object value) {
        String found = value instanceof Number ? "a number with an exponent beyond 400" : FieldReasons.kind(value);
        return Reason.of("not_a_number", "field '" + field + "' must be a number, got " + found)
                .with("field", field)
                .with("found", found);
    }
}
