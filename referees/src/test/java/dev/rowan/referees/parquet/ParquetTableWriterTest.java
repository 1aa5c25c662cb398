package dev.rowan.referees.parquet;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.rowan.connectors.file.Compression;
import dev.rowan.parquet.ColumnType.Decimal;
import dev.rowan.parquet.ColumnType.Simple;
import dev.rowan.parquet.ParquetColumn;
import dev.rowan.parquet.ParquetTableWriter;
import java.io.IOException;
import java.io.OutputStream;
import java.math.BigDecimal;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Random;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// DuckDB reads our Parquet files with its own reader.
class ParquetTableWriterTest {
    private static final List<ParquetColumn> COLUMNS = List.of(
            new ParquetColumn("n", Simple.INT64),
            new ParquetColumn("word", Simple.TEXT),
            new ParquetColumn("flag", Simple.BOOLEAN),
            new ParquetColumn("at", Simple.TIMESTAMP),
            new ParquetColumn("usd", new Decimal(18, 12)),
            new ParquetColumn("never", Simple.TEXT));

    @TempDir
    private Path folder;

    private Path file() {
        return folder.resolve("table.parquet");
    }

    private static @Nullable Object[] row(long n, Random random) {
        byte[] filler = new byte[random.nextInt(400)];
        random.nextBytes(filler);
        String word = "ä\uD83D\uDE00" + n + java.util.HexFormat.of().formatHex(filler);
        return new @Nullable Object[] {
            n,
            random.nextInt(3) == 0 ? null : word.getBytes(UTF_8),
            random.nextInt(4) == 0 ? null : random.nextBoolean(),
            random.nextInt(5) == 0 ? null : Instant.EPOCH.plus(1_700_000_000_123_456L + n, ChronoUnit.MICROS),
            random.nextInt(6) == 0 ? null : BigDecimal.valueOf(n * 1_250_000_001L, 12),
            null
        };
    }

    private void write(int rows, long seed) throws IOException {
        try (OutputStream out = Files.newOutputStream(file());
                var writer = new ParquetTableWriter(COLUMNS, Compression.ZSTD, 1 << 20, out::write)) {
            var random = new Random(seed);
            for (int i = 0; i < rows; i++) {
                assertThat(writer.write(row(i, random))).isEmpty();
            }
        }
    }

    private Connection duckdb() throws SQLException {
        return DriverManager.getConnection("jdbc:duckdb:");
    }

    /// Enough for many pages and several row groups.
    @Test
    void everyValueComesBack() throws IOException, SQLException {
        int rows = 100_003;
        write(rows, 1);
        try (Connection connection = duckdb();
                Statement statement = connection.createStatement()) {
            try (ResultSet groups = statement.executeQuery(
                    "SELECT count(DISTINCT row_group_id) FROM parquet_metadata('" + file() + "')")) {
                groups.next();
                assertThat(groups.getInt(1)).isGreaterThan(1);
            }
            var random = new Random(1);
            try (ResultSet found = statement.executeQuery(
                    "SELECT n, word, flag, epoch_us(\"at\") AS moment, usd, never FROM '" + file() + "'")) {
                for (int i = 0; i < rows; i++) {
                    assertThat(found.next()).isTrue();
                    compare(row(i, random), found);
                }
                assertThat(found.next()).isFalse();
            }
        }
    }

    private static void compare(@Nullable Object[] row, ResultSet found) throws SQLException {
        assertThat(found.getLong("n")).isEqualTo(row[0]);
        assertThat(found.getString("word")).isEqualTo(row[1] instanceof byte[] word ? new String(word, UTF_8) : null);
        assertThat(found.getObject("flag")).isEqualTo(row[2]);
        assertThat(found.getObject("moment"))
                .isEqualTo(row[3] instanceof Instant at ? ChronoUnit.MICROS.between(Instant.EPOCH, at) : null);
        assertThat(found.getBigDecimal("usd")).isEqualTo(row[4]);
        assertThat(found.getObject("never")).isNull();
    }

    @Test
    void theColumnsHaveTheirTypes() throws IOException, SQLException {
        write(1, 2);
        try (Connection connection = duckdb();
                Statement statement = connection.createStatement();
                ResultSet types = statement.executeQuery("DESCRIBE SELECT * FROM '" + file() + "'")) {
            for (String type :
                    List.of("BIGINT", "VARCHAR", "BOOLEAN", "TIMESTAMP WITH TIME ZONE", "DECIMAL(18,12)", "VARCHAR")) {
                types.next();
                assertThat(types.getString("column_type")).isEqualTo(type);
            }
        }
    }

    @Test
    void aTableWithoutRowsIsOne() throws IOException, SQLException {
        write(0, 3);
        try (Connection connection = duckdb();
                Statement statement = connection.createStatement();
                ResultSet count = statement.executeQuery("SELECT count(*) FROM '" + file() + "'")) {
            count.next();
            assertThat(count.getLong(1)).isZero();
        }
    }

    /// Negative control: this reader detects an incomplete file.
    @Test
    void aFileThatLacksItsEndIsRefused() throws IOException, SQLException {
        write(10, 4);
        byte[] bytes = Files.readAllBytes(file());
        Files.write(file(), java.util.Arrays.copyOf(bytes, bytes.length - 20));
        try (Connection connection = duckdb();
                Statement statement = connection.createStatement()) {
            assertThatThrownBy(() -> statement.executeQuery("SELECT * FROM '" + file() + "'"))
                    .isInstanceOf(SQLException.class);
        }
    }
}
