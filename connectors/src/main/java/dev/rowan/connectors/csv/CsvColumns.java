package dev.rowan.connectors.csv;

import dev.rowan.api.Reason;
import dev.rowan.api.Row;
import dev.rowan.api.config.Option;
import dev.rowan.api.config.Section;
import dev.rowan.api.schema.RowFields;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// The columns of a csv sink and the treatment of other fields.
record CsvColumns(Row.Names names, Others others) {
    /// The column for unforeseen fields.
    static final String MORE = "_more";

    /// The treatment of fields without a column.
    enum Others {
        /// Not written.
        LEFT_OUT,
        /// Written as a JSON object in the column [#MORE].
        KEPT_IN_MORE,
        /// Not expected; a row that has some is rejected.
        REFUSED
    }

    /// Reports names that cannot be columns.
    static void checkNames(Section section, Option<?> option, List<String> names) {
        if (names.isEmpty()) {
            section.problem(option, "must name at least one column, got none");
        }
        if (new HashSet<>(names).size() < names.size()) {
            section.problem(option, "must name each column once, got " + String.join(", ", names));
        }
    }

    /// The columns selected by the settings.
    static CsvColumns selected(List<String> columns) {
        return new CsvColumns(Row.Names.of(columns), columns.contains(MORE) ? Others.KEPT_IN_MORE : Others.LEFT_OUT);
    }

    /// The columns of new output for rows with the fields `known`.
    static CsvColumns of(RowFields known) {
        List<String> columns =
                known.names().stream().filter(CsvLine::isWritable).toList();
        if (known.complete() && columns.size() == known.names().size()) {
            return new CsvColumns(Row.Names.of(columns), Others.REFUSED);
        }
        var all = new ArrayList<>(columns);
        all.remove(MORE);
        all.add(MORE);
        return new CsvColumns(Row.Names.of(all), Others.KEPT_IN_MORE);
    }

    /// The columns of existing output with the header `found`, for rows with the fields `known`.
    static CsvColumns found(List<String> found, Optional<RowFields> known) {
        boolean plain = known.isPresent()
                && known.get().complete()
                && known.get().names().contains(MORE);
        return new CsvColumns(
                Row.Names.of(found), found.contains(MORE) && !plain ? Others.KEPT_IN_MORE : Others.REFUSED);
    }

    /// The fields of `known` without a column; empty if rows fit.
    Optional<String> unfit(RowFields known) {
        if (others != Others.REFUSED) {
            return Optional.empty();
        }
        List<String> missing =
                known.names().stream().filter(name -> names.indexOf(name) < 0).toList();
        if (!missing.isEmpty()) {
            return Optional.of(String.join(", ", missing));
        }
        return known.complete() ? Optional.empty() : Optional.of("any that the source or a transform adds");
    }

    /// Why a row cannot be written: unexpected fields.
    Optional<Reason> refusal(Row row) {
        if (others != Others.REFUSED || row.names().equals(names)) {
            return Optional.empty();
        }
        List<String> outside = row.names().list().stream()
                .filter(name -> names.indexOf(name) < 0)
                .toList();
        return outside.isEmpty()
                ? Optional.empty()
                : Optional.of(Reason.of(
                                "sink_rejected",
                                "the row has fields without a column: " + String.join(", ", outside)
                                        + "; select fields with 'columns', or add a column '" + MORE + "'")
                        .with("fields", outside));
    }

    /// The value of each column.
    List<@Nullable Object> values(Row row) {
        var values = new ArrayList<@Nullable Object>(names.size());
        for (int i = 0; i < names.size(); i++) {
            String name = names.at(i);
            values.add(others == Others.KEPT_IN_MORE && name.equals(MORE) ? more(row) : row.get(name));
        }
        return values;
    }

    /// The fields without a column; null if there are none. A row's own field [#MORE] is one of them.
    private @Nullable Map<String, @Nullable Object> more(Row row) {
        var more = new LinkedHashMap<String, @Nullable Object>();
        for (int i = 0; i < row.size(); i++) {
            String name = row.names().at(i);
            if (name.equals(MORE) || names.indexOf(name) < 0) {
                more.put(name, row.valueAt(i));
            }
        }
        return more.isEmpty() ? null : more;
    }
}
