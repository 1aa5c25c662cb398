package dev.rowan.connectors.jdbc;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;

/// How a database wants its SQL written.
enum JdbcDialect {
    POSTGRESQL,
    SQLITE,
    MYSQL,
    SQLSERVER,
    DUCKDB,
    SNOWFLAKE,
    /// Standard SQL, for any other.
    STANDARD;

    /// By the second word of a JDBC URL.
    static JdbcDialect of(String subprotocol) {
        return switch (subprotocol) {
            case "postgresql" -> POSTGRESQL;
            case "sqlite" -> SQLITE;
            case "mysql", "mariadb" -> MYSQL;
            case "sqlserver" -> SQLSERVER;
            case "duckdb" -> DUCKDB;
            case "snowflake" -> SNOWFLAKE;
            default -> STANDARD;
        };
    }

    /// A column name exactly as the database reported it.
    String quote(String name) {
        return switch (this) {
            case MYSQL -> "`" + name.replace("`", "``") + "`";
            case SQLSERVER -> "[" + name.replace("]", "]]") + "]";
            case POSTGRESQL, SQLITE, DUCKDB, SNOWFLAKE, STANDARD -> "\"" + name.replace("\"", "\"\"") + "\"";
        };
    }

    /// The clause behind `order by` that limits a query to `rows`.
    String limit(long rows) {
        return switch (this) {
            case POSTGRESQL, SQLITE, MYSQL, DUCKDB, SNOWFLAKE -> " limit " + rows;
            case SQLSERVER -> " offset 0 rows fetch next " + rows + " rows only";
            case STANDARD -> " fetch first " + rows + " rows only";
        };
    }

    /// The condition that the columns come after as many parameters; see [#parameters].
    String after(List<String> columns) {
        if (columns.size() == 1) {
            return columns.getFirst() + " > ?";
        }
        if (comparesRows()) {
            return "(" + String.join(", ", columns) + ") > ("
                    + columns.stream().map(_ -> "?").collect(Collectors.joining(", ")) + ")";
        }
        String first = columns.getFirst();
        return "(" + first + " > ? or (" + first + " = ? and " + after(columns.subList(1, columns.size())) + "))";
    }

    /// The parameters of [#after], as indexes of the columns.
    List<Integer> parameters(int columns) {
        var indexes = new ArrayList<Integer>();
        for (int i = 0; i < columns; i++) {
            indexes.add(i);
            if (!comparesRows() && i < columns - 1) {
                indexes.add(i);
            }
        }
        return indexes;
    }

    /// Whether an upsert is a `merge`, not an insert with a clause for conflicts.
    boolean merges() {
        return switch (this) {
            case POSTGRESQL, SQLITE, MYSQL, DUCKDB -> false;
            case SQLSERVER, SNOWFLAKE, STANDARD -> true;
        };
    }

    private boolean comparesRows() {
        return switch (this) {
            case POSTGRESQL, SQLITE, MYSQL, DUCKDB -> true;
            case SQLSERVER, SNOWFLAKE, STANDARD -> false;
        };
    }
}
