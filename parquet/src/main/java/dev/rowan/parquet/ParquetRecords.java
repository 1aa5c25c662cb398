package dev.rowan.parquet;

import dev.rowan.api.Reason;
import dev.rowan.api.Row;
import dev.rowan.api.plugin.PluginException;
import dev.rowan.api.plugin.Source.Item;
import dev.rowan.api.schema.RowFields;
import dev.rowan.connectors.file.DecodedInput;
import dev.rowan.connectors.file.GroupedRecords;
import dev.rowan.connectors.file.SeekableRecords.RecordStart;
import dev.rowan.connectors.file.SpooledFile;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Optional;
import org.apache.parquet.ParquetReadOptions;
import org.apache.parquet.column.page.PageReadStore;
import org.apache.parquet.conf.PlainParquetConfiguration;
import org.apache.parquet.hadoop.ParquetFileReader;
import org.apache.parquet.hadoop.metadata.BlockMetaData;
import org.apache.parquet.io.ColumnIOFactory;
import org.apache.parquet.io.MessageColumnIO;
import org.apache.parquet.io.RecordReader;
import org.apache.parquet.io.api.GroupConverter;
import org.apache.parquet.io.api.RecordMaterializer;
import org.apache.parquet.schema.MessageType;
import org.apache.parquet.schema.Type;
import org.jspecify.annotations.Nullable;

/// The rows of a Parquet file, a row group in memory at a time. Owned by the reader's thread.
final class ParquetRecords implements GroupedRecords {
    /// Reading can begin at each of so many rows of a row group; those before it are read and dropped.
    private static final long STEP = 50_000;

    private final SpooledFile file;
    private final ParquetFileReader reader;
    private final MessageType columns;
    private final Row.Names names;
    private final ParquetSourceSettings settings;
    private final RowConverters converters = new RowConverters();
    private final @Nullable Object[] values;
    private final RecordMaterializer<@Nullable Object[]> materializer;
    private final List<BlockMetaData> groups;
    private @Nullable RecordReader<@Nullable Object[]> records;
    private int group;
    private long row;
    private long groupStart;
    private long groupEnd;
    private Optional<RecordStart> last = Optional.empty();

    private ParquetRecords(
            SpooledFile file, ParquetFileReader reader, MessageType columns, ParquetSourceSettings settings)
            throws IOException {
        this.file = file;
        this.reader = reader;
        this.columns = columns;
        this.settings = settings;
        this.groups = reader.getRowGroups();
        this.names =
                Row.Names.of(columns.getFields().stream().map(Type::getName).toList());
        this.values = new @Nullable Object[names.size()];
        this.materializer = new Materializer(converters.record(columns, values), values);
        reader.setRequestedSchema(columns);
    }

    static ParquetRecords of(DecodedInput input, ParquetSourceSettings settings) throws IOException {
        SpooledFile file = SpooledFile.of(input, ".parquet");
        @Nullable ParquetFileReader reader = null;
        try {
            reader = ParquetFileReader.open(
                    new LocalInput(file.path(), file.size()),
                    ParquetReadOptions.builder(new PlainParquetConfiguration())
                            .withCodecFactory(new PageCodecFactory())
                            .usePageChecksumVerification(true)
                            .build());
            MessageType schema = reader.getFileMetaData().getSchema();
            return new ParquetRecords(file, reader, columns(input.name(), schema, settings), settings);
        } catch (PluginException e) {
            close(reader, file);
            throw e;
        } catch (IOException | RuntimeException e) {
            // whatever the reader throws at bytes from outside is the fault of the file
            close(reader, file);
            throw new PluginException(input.name() + " is not a Parquet file that can be read: " + message(e), e);
        }
    }

    private static MessageType columns(String name, MessageType schema, ParquetSourceSettings settings)
            throws PluginException {
        List<String> present = schema.getFields().stream().map(Type::getName).toList();
        List<String> wanted = settings.columns().orElse(present);
        var needed = new ArrayList<>(wanted);
        settings.id().filter(id -> !needed.contains(id)).ifPresent(needed::add);
        List<String> missing =
                needed.stream().filter(column -> !present.contains(column)).toList();
        if (!missing.isEmpty()) {
            throw new PluginException(name + " has no column '" + missing.getFirst() + "'; its columns are "
                    + String.join(", ", present));
        }
        if (new HashSet<>(needed).size() < needed.size() || needed.isEmpty()) {
            throw new PluginException(
                    name + " must have columns of different names, found " + String.join(", ", needed));
        }
        return new MessageType(
                schema.getName(), needed.stream().map(schema::getType).toList());
    }

    @Override
    public Optional<RowFields> header() {
        var types = new LinkedHashMap<String, String>();
        columns.getFields()
                .forEach(type ->
                        types.put(type.getName(), SchemaConverter.of(type).toString()));
        return Optional.of(new RowFields(names.list(), true, types));
    }

    /// The part of the file by rows, since pages are no sequence of records.
    @Override
    public long taken() {
        long rows = Math.max(1, reader.getRecordCount());
        return (long) ((double) file.size() * row / rows);
    }

    @Override
    public Optional<RecordStart> start() {
        return last;
    }

    @Override
    public void skipTo(RecordStart start) throws IOException {
        String rest = "; restore the input";
        if (start.line() < 1 || start.line() > groups.size()) {
            throw new PluginException("the Parquet file has " + groups.size() + " row groups, and a split starts in row"
                    + " group " + start.line() + rest);
        }
        group = (int) start.line() - 1;
        row = groups.subList(0, group).stream()
                .mapToLong(BlockMetaData::getRowCount)
                .sum();
        if (start.offset() == row) {
            return;
        }
        try {
            if (openGroup().isPresent()) {
                throw new PluginException("row group " + group + " is too large to be read" + rest);
            }
            while (row < start.offset() && row < groupEnd && records != null) {
                records.read();
                converters.takeProblem();
                row++;
            }
        } catch (PluginException e) {
            throw e;
        } catch (IOException | RuntimeException e) {
            // whatever the reader throws at bytes from outside is the fault of the file
            throw new PluginException("row group " + group + " cannot be read: " + message(e) + rest, e);
        }
    }

    @Override
    public Optional<Item> next() {
        try {
            while (records == null || row >= groupEnd) {
                if (group == groups.size()) {
                    return Optional.empty();
                }
                Optional<Item> refused = openGroup();
                if (refused.isPresent()) {
                    return refused;
                }
            }
            @Nullable Object[] found = records.read();
            noteStart();
            row++;
            return Optional.of(item(found));
        } catch (IOException | RuntimeException e) {
            // whatever the reader throws at bytes from outside is the fault of the file
            return Optional.of(skipGroup("broken_row_group", "cannot be read: " + message(e)));
        } catch (OutOfMemoryError _) {
            // the library allocates what damaged bytes declare; 'max_row_group' bounds what whole ones need
            return Optional.of(skipGroup(
                    "broken_row_group",
                    "needs more memory than the heap has: it is damaged, or the heap is too small"));
        }
    }

    /// Notes where the next record starts.
    private void noteStart() {
        last = (row - groupStart) % STEP == 0 ? Optional.of(new RecordStart(row, group)) : Optional.empty();
    }

    /// Opens the next row group; an item if it is too large.
    private Optional<Item> openGroup() throws IOException {
        BlockMetaData meta = groups.get(group++);
        records = null;
        groupStart = row;
        groupEnd = row + meta.getRowCount();
        long size = meta.getTotalByteSize();
        if (size > settings.maxRowGroup() || size < 0) {
            return Optional.of(skipGroup(
                    "row_group_too_large",
                    "has " + size + " bytes; raise 'max_row_group' and the heap, or write smaller row groups"));
        }
        PageReadStore pages = reader.readRowGroup(group - 1);
        MessageColumnIO io = new ColumnIOFactory()
                .getColumnIO(columns, reader.getFileMetaData().getSchema());
        records = io.getRecordReader(pages, materializer);
        return Optional.empty();
    }

    /// The rest of the current row group as one unreadable record.
    private Item skipGroup(String code, String message) {
        long first = row + 1;
        noteStart();
        row = groupEnd;
        records = null;
        Reason reason = Reason.of(
                        code,
                        "row group " + group + " " + message + "; rows " + first + " to " + groupEnd + " are skipped")
                .with("row_group", (long) group)
                .with("rows", groupEnd - first + 1);
        return new Item.Unreadable("row " + first, reason, "");
    }

    private Item item(@Nullable Object[] found) {
        String position = "row " + row;
        @Nullable String problem = converters.takeProblem();
        if (problem != null) {
            return new Item.Unreadable(
                    position, Reason.of("unsupported_value", problem).with("row", row), "");
        }
        Row fields = Row.of(names, Arrays.asList(found));
        return new Item.Record(position, fields, settings.id().map(fields::get).map(Object::toString));
    }

    private static String message(Exception e) {
        String text = e.getMessage() == null ? "the data is damaged" : e.getMessage();
        return text.contains("Expected magic number at tail")
                ? "it does not end like one; it has another format, or was cut"
                : text;
    }

    @Override
    public void close() throws IOException {
        close(reader, file);
    }

    private static void close(@Nullable ParquetFileReader reader, SpooledFile file) throws IOException {
        try (file) {
            if (reader != null) {
                reader.close();
            }
        }
    }

    private static final class Materializer extends RecordMaterializer<@Nullable Object[]> {
        private final GroupConverter root;
        private final @Nullable Object[] values;

        Materializer(GroupConverter root, @Nullable Object[] values) {
            this.root = root;
            this.values = values;
        }

        @Override
        public @Nullable Object[] getCurrentRecord() {
            return values.clone();
        }

        @Override
        public GroupConverter getRootConverter() {
            return root;
        }
    }
}
