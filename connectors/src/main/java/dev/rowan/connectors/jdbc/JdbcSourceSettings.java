package dev.rowan.connectors.jdbc;

import dev.rowan.api.config.Option;
import dev.rowan.api.config.Options;
import dev.rowan.api.config.Section;
import dev.rowan.connectors.file.SourceOptions;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;

/// The options of the source `jdbc`. `query` is a select without a semicolon, `title` names it for people.
record JdbcSourceSettings(
        DatabaseSettings database, String query, String title, List<String> key, int pageRows, int maxRecordBytes) {
    private static final Option<String> QUERY = Option.text("query").optional().describedAs("select statement to read");
    private static final Option<String> TABLE = Option.text("table")
            .optional()
            .describedAs("table or view to read instead, in the database's own spelling");
    private static final Option<List<String>> KEY = Option.texts("key")
            .describedAs("columns whose values together are unique and never null; rows are read in their order");
    private static final Option<Long> PAGE_ROWS = Option.integer("page_rows", 1, 100_000)
            .orElse(1_000L)
            .describedAs("rows to read with one query and hold in memory, up to 32 MiB");

    static final Options OPTIONS =
            DatabaseSettings.OPTIONS.and(Options.of(QUERY, TABLE, KEY, PAGE_ROWS, SourceOptions.MAX_RECORD_BYTES));

    private static final String NAME = "(?:[\\p{L}_][\\p{L}\\p{N}_$]*|\"[^\"]+\"|`[^`]+`|\\[[^]]+])";
    private static final Pattern TABLE_NAME = Pattern.compile(NAME + "(?:\\." + NAME + "){0,3}");

    static JdbcSourceSettings read(Section section) {
        Optional<String> query = section.find(QUERY);
        Optional<String> table = section.find(TABLE);
        if (query.isPresent() == table.isPresent()) {
            section.problem(QUERY, "set either 'query' or 'table'");
        }
        table.ifPresent(name -> checkTable(name, TABLE, section));
        List<String> key = section.get(KEY);
        if (key.isEmpty() || new LinkedHashSet<>(key).size() != key.size()) {
            section.problem(KEY, "must name at least one column, and none twice");
        }
        return new JdbcSourceSettings(
                DatabaseSettings.read(section),
                query.map(text -> text.strip().replaceAll("[;\\s]+$", ""))
                        .orElseGet(() -> "select * from " + table.orElse("")),
                table.orElse("query"),
                key,
                Math.toIntExact(section.get(PAGE_ROWS)),
                SourceOptions.maxRecordBytes(section));
    }

    static void checkTable(String name, Option<String> option, Section section) {
        if (!TABLE_NAME.matcher(name).matches()) {
            section.problem(option, "must be a table name such as labels, sales.labels or \"My labels\"");
        }
    }
}
