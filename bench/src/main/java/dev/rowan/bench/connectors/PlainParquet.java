package dev.rowan.bench.connectors;

import dev.rowan.api.Row;
import java.io.IOException;
import java.math.BigDecimal;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.apache.parquet.ParquetReadOptions;
import org.apache.parquet.column.page.PageReadStore;
import org.apache.parquet.conf.PlainParquetConfiguration;
import org.apache.parquet.example.data.Group;
import org.apache.parquet.example.data.simple.SimpleGroupFactory;
import org.apache.parquet.example.data.simple.convert.GroupRecordConverter;
import org.apache.parquet.hadoop.ParquetFileReader;
import org.apache.parquet.hadoop.ParquetWriter;
import org.apache.parquet.hadoop.example.ExampleParquetWriter;
import org.apache.parquet.hadoop.metadata.CompressionCodecName;
import org.apache.parquet.io.ColumnIOFactory;
import org.apache.parquet.io.LocalInputFile;
import org.apache.parquet.io.LocalOutputFile;
import org.apache.parquet.io.RecordReader;
import org.apache.parquet.schema.MessageType;
import org.apache.parquet.schema.MessageTypeParser;

/// The library's own example classes in a loop.
final class PlainParquet {
    private static final MessageType SCHEMA = MessageTypeParser.parseMessageType("message rows { optional int64 id;"
            + " optional binary text (STRING); optional int64 price (DECIMAL(18,2)); optional double score; }");

    private PlainParquet() {}

    static long write(List<Row> rows, Path file) throws IOException {
        Files.deleteIfExists(file);
        var groups = new SimpleGroupFactory(SCHEMA);
        try (ParquetWriter<Group> writer = ExampleParquetWriter.builder(new LocalOutputFile(file))
                .withConf(new PlainParquetConfiguration())
                .withType(SCHEMA)
                .withCompressionCodec(CompressionCodecName.ZSTD)
                .withRowGroupSize(64L << 20)
                .build()) {
            for (Row row : rows) {
                Group group = groups.newGroup();
                group.add("id", row.get("id") instanceof Long id ? id : 0);
                group.add("text", String.valueOf(row.get("text")));
                group.add(
                        "price",
                        row.get("price") instanceof BigDecimal price
                                ? price.unscaledValue().longValueExact()
                                : 0);
                group.add("score", row.get("score") instanceof BigDecimal score ? score.doubleValue() : 0.0);
                writer.write(group);
            }
        }
        return rows.size();
    }

    static long read(Path file) throws IOException {
        long count = 0;
        try (var reader = ParquetFileReader.open(
                new LocalInputFile(file),
                ParquetReadOptions.builder(new PlainParquetConfiguration()).build())) {
            MessageType schema = reader.getFileMetaData().getSchema();
            for (PageReadStore pages = reader.readNextRowGroup(); pages != null; pages = reader.readNextRowGroup()) {
                RecordReader<Group> records = new ColumnIOFactory()
                        .getColumnIO(schema)
                        .getRecordReader(pages, new GroupRecordConverter(schema));
                for (long i = 0; i < pages.getRowCount(); i++) {
                    Group group = records.read();
                    List<Object> values = List.of(
                            group.getLong("id", 0),
                            group.getString("text", 0),
                            BigDecimal.valueOf(group.getLong("price", 0), 2),
                            group.getDouble("score", 0));
                    if (values.isEmpty()) {
                        throw new IllegalStateException("no values");
                    }
                    count++;
                }
            }
        }
        return count;
    }
}
