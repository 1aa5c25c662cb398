package dev.rowan.parquet;

import dev.rowan.api.Row;
import dev.rowan.api.schema.RowFields;
import dev.rowan.parquet.ColumnType.Simple;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// The columns of a sink, fixed before the first row, and the treatment of other fields.
record SinkColumns(List<ParquetColumn> list, Others others) {
    /// The last column, for unforeseen fields.
    static final String MORE = "_more";

    /// The treatment of fields without a column.
    enum Others {
        /// Not written.
        LEFT_OUT,
        /// Written as JSON in the column [#MORE].
        KEPT_IN_MORE,
        /// Not expected; a row that has some is rejected.
        REFUSED
    }

    SinkColumns {
        list = List.copyOf(list);
    }

    static SinkColumns of(RowFields known, ParquetSinkSettings settings) {
        if (settings.columns().isPresent()) {
            return new SinkColumns(columns(settings.columns().get(), known, settings), Others.LEFT_OUT);
        }
        if (known.complete()) {
            return new SinkColumns(columns(known.names(), known, settings), Others.REFUSED);
        }
        var names = new LinkedHashSet<>(known.names());
        names.addAll(settings.types().keySet());
        names.remove(MORE);
        List<ParquetColumn> all = columns(List.copyOf(names), known, settings);
        all.add(new ParquetColumn(MORE, Simple.JSON));
        return new SinkColumns(all, Others.KEPT_IN_MORE);
    }

    private static List<ParquetColumn> columns(List<String> names, RowFields known, ParquetSinkSettings settings) {
        var columns = new ArrayList<ParquetColumn>();
        for (String name : names) {
            ColumnType given = settings.types().get(name);
            columns.add(new ParquetColumn(name, given == null ? declared(known, name) : given));
        }
        return columns;
    }

    private static ColumnType declared(RowFields known, String name) {
        return Optional.ofNullable(known.types().get(name))
                .map(ColumnType::parse)
                .orElse(Simple.TEXT);
    }

    /// Why these settings make no table.
    static Optional<String> check(RowFields known, ParquetSinkSettings settings) {
        List<String> written = settings.columns().orElse(known.names());
        boolean fixed = known.complete() || settings.columns().isPresent();
        Optional<String> strange = settings.types().keySet().stream()
                .filter(name -> fixed && !written.contains(name))
                .findFirst();
        if (strange.isPresent()) {
            return Optional.of("'types' names '" + strange.get() + "', which is not written; the columns are "
                    + String.join(", ", written));
        }
        return fixed && written.isEmpty()
                ? Optional.of("rows have no fields, and a Parquet file needs a column")
                : Optional.empty();
    }

    /// The values of `row`; empty if it has a field without a column.
    Optional<@Nullable Object[]> values(Row row) {
        int named = others == Others.KEPT_IN_MORE ? list.size() - 1 : list.size();
        @Nullable Object[] values = new @Nullable Object[list.size()];
        int found = 0;
        for (int i = 0; i < named; i++) {
            String name = list.get(i).name();
            if (row.has(name)) {
                values[i] = row.get(name);
                found++;
            }
        }
        if (found < row.size() && others == Others.KEPT_IN_MORE) {
            values[named] = more(row);
        }
        return found < row.size() && others == Others.REFUSED ? Optional.empty() : Optional.of(values);
    }

    private Map<String, @Nullable Object> more(Row row) {
        Map<String, @Nullable Object> more = new LinkedHashMap<>(row.asMap());
        list.subList(0, list.size() - 1).forEach(column -> more.remove(column.name()));
        return more;
    }
}
