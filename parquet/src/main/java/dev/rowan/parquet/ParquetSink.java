package dev.rowan.parquet;

import dev.rowan.api.Reason;
import dev.rowan.api.Row;
import dev.rowan.api.Sha256;
import dev.rowan.api.fault.FaultPoint;
import dev.rowan.api.fault.Faults;
import dev.rowan.api.plugin.PluginException;
import dev.rowan.api.plugin.PluginSetup;
import dev.rowan.api.plugin.Sink;
import dev.rowan.api.schema.RowFields;
import dev.rowan.connectors.file.Destination;
import dev.rowan.connectors.file.DestinationFolder;
import dev.rowan.connectors.file.RollingFiles;
import java.io.IOException;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// Writes Parquet files. Marks are at the ends of files: a file that is not whole holds nothing, and a resumed run
/// writes its rows again. Owned by the sink's thread.
final class ParquetSink implements Sink {
    private final Destination destination;
    private final RollingFiles files;
    private final ParquetSinkSettings settings;
    private Faults faults = Faults.NONE;
    private RowFields known = RowFields.UNKNOWN;
    private @Nullable SinkColumns columns;
    private @Nullable InProgressFile open;
    private int finished;
    private long rows;
    private Mark mark = Mark.at(0);
    private MessageDigest sha256 = Sha256.create();

    ParquetSink(Destination destination, ParquetSinkSettings settings) {
        this.destination = destination;
        this.files = new RollingFiles(destination);
        this.settings = settings;
    }

    @Override
    public void prepare(PluginSetup setup) throws IOException, InterruptedException {
        destination.prepare(setup);
        faults = setup.faults();
    }

    @Override
    public void expect(KnownFields fields) throws IOException, InterruptedException {
        known = fields.get();
    }

    @Override
    public Optional<String> check(Existing existing) {
        if (destination.appends(existing) && !destination.isNumbered()) {
            return Optional.of(destination.name() + " is one Parquet file, which rows cannot be appended to; choose a"
                    + " name with {n}, such as part-{n}.parquet");
        }
        return SinkColumns.check(known, settings).or(() -> files.check(existing));
    }

    @Override
    public Parts parts() {
        return settings.rowsPerFile()
                        .filter(rows -> rows < ParquetSinkSettings.DEFAULT_ROWS)
                        .isPresent()
                ? new Parts.Refused("a worker writes one file for each split; remove 'rows_per_file', and choose the"
                        + " size of splits with --split-rows")
                : DestinationFolder.parts(destination, false);
    }

    @Override
    public Sink part(PartInfo part) {
        var sink = new ParquetSink(destination.sibling(part.name()), settings.inOneFile());
        sink.known = known;
        sink.faults = faults;
        return sink;
    }

    @Override
    public Mark start(Existing existing) throws IOException {
        return Mark.at(destination.appends(existing) ? files.present().bytes() : 0);
    }

    @Override
    public void open(Existing existing) throws IOException {
        Optional<String> problem = check(existing);
        if (problem.isPresent()) {
            throw new PluginException(problem.get());
        }
        if (destination.appends(existing)) {
            RollingFiles.FileTotals present = files.present();
            finished = present.files();
            mark = Mark.at(present.bytes());
        } else {
            files.deleteFrom(1);
        }
        columns = SinkColumns.of(known, settings);
    }

    @Override
    public Mark resume(Mark recorded) throws IOException {
        RollingFiles.Verified verified = files.verify(recorded);
        finished = verified.files();
        sha256 = verified.sha256();
        files.deleteFrom(finished + 1);
        faults.at(FaultPoint.SINK_CUT);
        mark = recorded;
        rows = recorded.rows();
        columns = SinkColumns.of(known, settings);
        return recorded;
    }

    @Override
    public Optional<Reason> write(Row row) throws IOException {
        SinkColumns opened = columns();
        Optional<@Nullable Object[]> values = opened.values(row);
        if (values.isEmpty()) {
            return Optional.of(Reason.of(
                    "sink_rejected",
                    "the row has a field without a column; its fields are "
                            + String.join(", ", row.names().list())));
        }
        InProgressFile file = openFile(opened);
        Optional<String> unfit = file.write(values.get());
        if (unfit.isPresent()) {
            return Optional.of(Reason.of("sink_rejected", unfit.get()));
        }
        rows++;
        if (settings.rowsPerFile().isPresent()
                && file.rows() >= settings.rowsPerFile().get()) {
            finishFile(file);
        }
        return Optional.empty();
    }

    private SinkColumns columns() {
        if (columns == null) {
            throw new IllegalStateException("open the sink first");
        }
        return columns;
    }

    private InProgressFile openFile(SinkColumns opened) throws IOException {
        if (open == null) {
            if (finished > 0 && !destination.isNumbered()) {
                throw new PluginException(
                        destination.name() + " is complete, and rows cannot be appended to one Parquet file");
            }
            open = InProgressFile.of(destination.numbered(finished + 1), opened.list(), settings, sha256, faults);
        }
        return open;
    }

    private void finishFile(InProgressFile file) throws IOException {
        long bytes = file.finish(mark.rows());
        open = null;
        finished++;
        mark = new Mark(rows, mark.start(), mark.end() + bytes, Sha256.hex(sha256));
    }

    @Override
    public Mark sync() {
        return mark;
    }

    /// A run without rows writes a file without rows.
    @Override
    public Mark finish() throws IOException {
        if (open != null) {
            finishFile(open);
        } else if (finished == 0) {
            finishFile(openFile(columns()));
        }
        return mark;
    }

    @Override
    public void suspend() throws IOException {
        if (open != null) {
            InProgressFile last = open;
            open = null;
            last.finish(mark.rows());
        }
    }

    @Override
    public boolean lags() {
        return true;
    }

    @Override
    public boolean isAtPartEnd() {
        return open == null;
    }

    @Override
    public Optional<Path> file() {
        return destination.file();
    }

    @Override
    public String describe() {
        return destination.name();
    }

    @Override
    public boolean isStandardOutput() {
        return destination.isStandardOutput();
    }

    @Override
    public Optional<String> credential() {
        return destination.credential();
    }

    @Override
    public Optional<String> address() {
        return destination.address();
    }

    @Override
    public Optional<List<String>> selectedFields() {
        return settings.columns();
    }

    @Override
    public Map<String, Object> manifest() {
        var facts = new LinkedHashMap<>(destination.manifest());
        facts.put("format", "parquet");
        return facts;
    }

    @Override
    public void close() throws IOException {
        if (open != null) {
            open.drop();
            open = null;
        }
    }
}
