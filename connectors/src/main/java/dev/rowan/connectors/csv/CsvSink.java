package dev.rowan.connectors.csv;

import dev.rowan.api.Reason;
import dev.rowan.api.Row;
import dev.rowan.api.plugin.PluginException;
import dev.rowan.api.plugin.Sink;
import dev.rowan.api.schema.RowFields;
import dev.rowan.connectors.file.Compression;
import dev.rowan.connectors.file.Destination;
import dev.rowan.connectors.file.LineOutput;
import dev.rowan.connectors.file.LineSink;
import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// Writes rows as csv. The columns are those of the settings, of the file being appended to, or of the known
/// fields; they are fixed before the first row. Without known fields, the first row determines the columns.
final class CsvSink extends LineSink {
    private final CsvSinkSettings settings;
    private final CsvLine line;
    private Optional<RowFields> known = Optional.empty();
    private @Nullable CsvColumns columns;

    CsvSink(Destination destination, Compression compression, CsvSinkSettings settings) {
        super(destination, compression);
        this.settings = settings;
        this.line = new CsvLine(settings.dialect());
    }

    @Override
    public void expect(KnownFields fields) throws IOException, InterruptedException {
        if (settings.columns().isEmpty()) {
            known = Optional.of(fields.get());
        }
    }

    @Override
    public Sink part(PartInfo part) {
        var sink = new CsvSink(destination().sibling(part.name()), compression(), settings.withHeader(part.header()));
        sink.known = known;
        return sink;
    }

    /// A column [CsvColumns#MORE] holds all others.
    @Override
    public Optional<List<String>> selectedFields() {
        return settings.columns().filter(names -> !names.contains(CsvColumns.MORE));
    }

    @Override
    public Optional<String> check(Existing existing) {
        Optional<String> problem = super.check(existing);
        return problem.isPresent() ? problem : WrittenHeader.check(content(), settings, known, existing);
    }

    @Override
    public void open(Existing existing) throws IOException {
        Optional<String> problem = check(existing);
        if (problem.isPresent()) {
            throw new PluginException(problem.get());
        }
        Optional<List<String>> appended = WrittenHeader.appended(content(), settings, existing);
        super.open(existing);
        if (appended.isPresent()) {
            columns = under(appended.get());
        } else {
            beginWithColumns();
        }
    }

    /// The columns of an existing header.
    private CsvColumns under(List<String> header) {
        return settings.columns().isPresent() ? CsvColumns.selected(header) : CsvColumns.found(header, known);
    }

    private void beginWithColumns() throws IOException {
        Optional<CsvColumns> begun =
                settings.columns().map(CsvColumns::selected).or(() -> known.map(CsvColumns::of));
        if (begun.isPresent()) {
            columns = begun.get();
            writeHeader(lines(), columns);
        }
    }

    /// Resumes with the columns that were written; writes the header only if nothing was written yet.
    @Override
    public Mark resume(Mark mark) throws IOException {
        super.resume(mark);
        try {
            if (mark.end() == 0) {
                beginWithColumns();
            } else {
                columns = WrittenHeader.resumed(content(), settings, known, mark)
                        .map(this::under)
                        .orElse(null);
            }
        } catch (IOException e) {
            close();
            throw e;
        }
        return mark;
    }

    @Override
    public Optional<Reason> write(Row row) throws IOException {
        LineOutput open = lines();
        if (columns == null) {
            if (row.size() == 0) {
                return Optional.of(rejected("the row has no fields"));
            }
            columns = CsvColumns.of(new RowFields(row.names().list(), true));
            writeHeader(open, columns);
        }
        Optional<Reason> refused = columns.refusal(row);
        if (refused.isPresent()) {
            return refused;
        }
        List<String> cells = cells(columns.values(row));
        for (int i = 0; i < cells.size(); i++) {
            if (!CsvLine.isWritable(cells.get(i))) {
                return Optional.of(halfCharacter("field '" + columns.names().at(i) + "'"));
            }
        }
        line.write(cells, open.buffer());
        open.endRow();
        return Optional.empty();
    }

    private void writeHeader(LineOutput open, CsvColumns written) throws IOException {
        if (settings.header()) {
            line.write(written.names().list().stream().map(settings::headerCell).toList(), open.buffer());
            open.endHeader();
        }
    }

    private List<String> cells(List<? extends @Nullable Object> values) {
        var cells = new ArrayList<String>(values.size());
        for (Object value : values) {
            cells.add(value instanceof String text ? settings.cell(text) : CsvCells.text(value));
        }
        return cells;
    }

    private static Reason halfCharacter(String place) {
        return rejected(place + " contains an unpaired surrogate, which UTF-8 cannot encode");
    }

    private static Reason rejected(String message) {
        return Reason.of("sink_rejected", message);
    }

    @Override
    public Map<String, Object> manifest() {
        var facts = new LinkedHashMap<>(super.manifest());
        facts.put("formula_neutralising", settings.neutraliseFormulas());
        return facts;
    }
}
