package dev.rowan.landscape.schema;

import dev.rowan.landscape.chain.EventTable;
import dev.rowan.landscape.schema.SchemaTable.Column;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/// `docs/landscape-er.md`: the tables of a landscape as an entity-relationship diagram in Mermaid.
final class SchemaDiagram {
    private final List<SchemaTable> tables;
    private final Map<String, SchemaTable> byName;
    private final Set<String> shared;

    SchemaDiagram(List<SchemaTable> tables) {
        this.tables = tables;
        this.byName = tables.stream().collect(Collectors.toMap(SchemaTable::name, Function.identity()));
        this.shared = sharedByEvents();
    }

    /// The columns that every event table has, but for those that references go by.
    private Set<String> sharedByEvents() {
        var names = new LinkedHashSet<String>();
        eventTables().findFirst().orElseThrow().columns().forEach(column -> names.add(column.name()));
        eventTables().forEach(table -> names.removeIf(name -> table.column(name).isEmpty()));
        names.removeAll(Set.of("event_id", "run_no"));
        return names;
    }

    private Stream<SchemaTable> eventTables() {
        return tables.stream().filter(this::isEvent);
    }

    private boolean isEvent(SchemaTable table) {
        return Stream.of(EventTable.values()).anyMatch(event -> event.table().equals(table.name()));
    }

    String page(int version, String command) {
        var page = new StringBuilder(introduction(version, command));
        page.append("```mermaid\nerDiagram\n");
        tables.forEach(table -> entity(table, page));
        Reference.ALL.forEach(reference -> page.append(relation(reference)));
        page.append("```\n\n## References\n\n| from | to | by |\n|---|---|---|\n");
        Reference.ALL.forEach(reference -> page.append(
                "| `%s` | `%s` | %s |\n".formatted(reference.child(), reference.parent(), columns(reference))));
        page.append("\n## Unique keys\n\n| table | unique by |\n|---|---|\n");
        for (SchemaTable table : tables) {
            String keys =
                    table.uniqueKeys().stream().map(key -> code(key.stream())).collect(Collectors.joining("; "));
            page.append("| `%s` | %s |\n".formatted(table.name(), keys));
        }
        return page.toString();
    }

    private String introduction(int version, String command) {
        return """
            # The landscape as a diagram

            Generated from the schema (version %d) of a SQLite landscape; PostgreSQL has the same tables. What the columns mean is in [landscape.md](landscape.md).
            Do not edit this page; after a migration write it again: `%s`

            `PK` is a primary key, `UK` is unique by itself, `FK` belongs to a reference below, `?` may be null. Event tables
            (%s) also have the columns %s.

            """.formatted(version, command, code(eventTables().map(SchemaTable::name)), code(shared.stream()));
    }

    private void entity(SchemaTable table, StringBuilder page) {
        page.append("    ").append(table.name()).append(" {\n");
        for (Column column : table.columns()) {
            if (isEvent(table) && shared.contains(column.name())) {
                continue;
            }
            var words = new ArrayList<>(List.of(column.type(), column.name()));
            String keys = keys(table, column);
            if (!keys.isEmpty()) {
                words.add(keys);
            }
            if (column.nullable()) {
                words.add("\"?\"");
            }
            page.append("        ").append(String.join(" ", words)).append('\n');
        }
        page.append("    }\n");
    }

    private static String keys(SchemaTable table, Column column) {
        var keys = new ArrayList<String>();
        if (column.keyPosition() > 0) {
            keys.add("PK");
        }
        if (Reference.ALL.stream()
                .anyMatch(reference -> reference.child().equals(table.name())
                        && reference.childColumns().contains(column.name()))) {
            keys.add("FK");
        }
        if (column.keyPosition() == 0 && table.isUniqueBy(List.of(column.name()))) {
            keys.add("UK");
        }
        return String.join(", ", keys);
    }

    private String relation(Reference reference) {
        SchemaTable parent = table(reference.parent());
        SchemaTable child = table(reference.child());
        reference.parentColumns().forEach(name -> column(parent, name));
        boolean always = reference.always()
                && reference.childColumns().stream()
                        .noneMatch(name -> column(child, name).nullable());
        String one = always ? "||" : "|o";
        String many = always ? "}|" : "}o";
        return "    %s %s--%s %s : \"%s\"\n"
                .formatted(
                        parent.name(),
                        parent.isUniqueBy(reference.parentColumns()) ? one : many,
                        child.isUniqueBy(reference.childColumns()) ? "o|" : "o{",
                        child.name(),
                        reference.verb());
    }

    private SchemaTable table(String name) {
        SchemaTable table = byName.get(name);
        if (table == null) {
            throw new IllegalStateException("Reference names the table " + name + ", which the schema does not have");
        }
        return table;
    }

    private static Column column(SchemaTable table, String name) {
        return table.column(name)
                .orElseThrow(() -> new IllegalStateException("Reference names the column " + table.name() + "." + name
                        + ", which the schema does not have"));
    }

    private static String columns(Reference reference) {
        return reference.childColumns().equals(reference.parentColumns())
                ? code(reference.childColumns().stream())
                : code(reference.childColumns().stream()) + " = " + code(reference.parentColumns().stream());
    }

    private static String code(Stream<String> names) {
        return names.map(name -> "`" + name + "`").collect(Collectors.joining(", "));
    }
}
