package dev.rowan.connectors.jdbc;

import dev.rowan.api.config.Option;
import dev.rowan.api.config.Options;
import dev.rowan.api.config.Section;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// The options of the sink `jdbc`. `columns` are fields by column; if empty, each field has a column of its name.
record JdbcSinkSettings(
        DatabaseSettings database,
        String table,
        Optional<String> create,
        Mode mode,
        List<String> key,
        Map<String, String> columns,
        boolean traceColumns,
        boolean marks) {

    enum Mode {
        INSERT,
        UPSERT
    }

    private static final Option<String> TABLE = Option.text("table")
            .describedAs("table to write, in the database's own spelling; it must exist, unless 'create' is given");
    private static final Option<String> CREATE = Option.text("create")
            .optional()
            .describedAs("statement that creates the table if it is missing, and the file of a SQLite database");
    private static final Option<Mode> MODE = Option.choice("mode", Mode.class)
            .orElse(Mode.INSERT)
            .describedAs("whether a row with an existing key is an error, or replaces the values of that row");
    private static final Option<List<String>> KEY = Option.texts("key")
            .optional()
            .describedAs("columns of the table's primary key or a unique constraint, for mode 'upsert'");
    private static final Option<Map<String, String>> COLUMNS = Option.textMap("columns")
            .optional()
            .describedAs("columns to write, each with its field; by default each field has a column of its name");
    private static final Option<Boolean> TRACE_COLUMNS = Option.bool("trace_columns")
            .orElse(false)
            .describedAs("whether to write the columns _rowan_run, _rowan_row_seq and _rowan_part, which the table must"
                    + " have");
    private static final Option<Boolean> MARKS = Option.bool("marks")
            .orElse(true)
            .describedAs("whether to keep the position of the run in the tables rowan_marks and rowan_refused, so that"
                    + " each row is written exactly once; false needs mode 'upsert'");

    static final Options OPTIONS =
            DatabaseSettings.OPTIONS.and(Options.of(TABLE, CREATE, MODE, KEY, COLUMNS, TRACE_COLUMNS, MARKS));

    static JdbcSinkSettings read(Section section) {
        String table = section.get(TABLE);
        JdbcSourceSettings.checkTable(table, TABLE, section);
        Mode mode = section.get(MODE);
        List<String> key = section.find(KEY).orElse(List.of());
        if (mode == Mode.UPSERT && key.isEmpty()) {
            section.problem(KEY, "must name the columns of the key, because 'mode' is 'upsert'");
        }
        if (mode == Mode.INSERT && !key.isEmpty()) {
            section.problem(KEY, "must be absent, because 'mode' is 'insert'");
        }
        Map<String, String> columns = section.find(COLUMNS).orElse(Map.of());
        if (!columns.isEmpty() && !columns.keySet().containsAll(key)) {
            section.problem(COLUMNS, "must contain the columns of 'key'");
        }
        if (!section.get(MARKS) && mode != Mode.UPSERT) {
            section.problem(MARKS, "must be true unless 'mode' is 'upsert': rows could be written twice");
        }
        return new JdbcSinkSettings(
                DatabaseSettings.read(section),
                table,
                section.find(CREATE),
                mode,
                key,
                columns,
                section.get(TRACE_COLUMNS),
                section.get(MARKS));
    }
}
