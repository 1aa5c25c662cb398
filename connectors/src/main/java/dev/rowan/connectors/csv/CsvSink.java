package dev.rowan.connectors.csv;

import dev.rowan.api.Reason;
import dev.rowan.api.Row;
import dev.rowan.api.plugin.PluginException;
import dev.rowan.api.plugin.PluginSetup;
import dev.rowan.api.plugin.Sink;
import dev.rowan.connectors.file.Destination;
import dev.rowan.connectors.file.LineOutput;
import dev.rowan.connectors.file.Outlet;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// Writes rows as lines of csv, whose columns are fixed by the settings, by what is appended to, or else by
/// the first row.
final class CsvSink implements Sink {
    private final Outlet outlet;
    private final CsvSinkSettings settings;
    private final CsvLine line;
    private Row.@Nullable Names columns;

    CsvSink(Destination destination, CsvSinkSettings settings) {
        this.outlet = new Outlet(destination);
        this.settings = settings;
        this.line = new CsvLine(settings.dialect());
    }

    @Override
    public void prepare(PluginSetup setup) throws IOException, InterruptedException {
        outlet.prepare(setup);
    }

    @Override
    public Optional<String> check(Existing existing) {
        Optional<String> problem = outlet.destination().check(existing);
        return problem.isPresent() ? problem : WrittenHeader.check(outlet.destination(), settings, existing);
    }

    @Override
    public Mark start(Existing existing) throws IOException {
        return outlet.start(existing);
    }

    @Override
    public void open(Existing existing) throws IOException {
        Optional<String> problem = check(existing);
        if (problem.isPresent()) {
            throw new PluginException(problem.get());
        }
        Optional<List<String>> appended = WrittenHeader.appended(outlet.destination(), settings, existing);
        outlet.open(existing);
        if (appended.isPresent()) {
            columns = Row.Names.of(appended.get());
        } else {
            beginWithColumns();
        }
    }

    private void beginWithColumns() throws IOException {
        if (settings.columns().isPresent()) {
            columns = Row.Names.of(settings.columns().get());
            writeHeader(outlet.opened(), columns);
        }
    }

    /// Goes on under the columns that were written; the header is written only where nothing stands yet.
    @Override
    public void resume(Mark mark) throws IOException {
        outlet.resume(mark);
        try {
            if (mark.end() == 0) {
                beginWithColumns();
            } else {
                columns = WrittenHeader.resumed(outlet.destination(), settings, mark)
                        .map(Row.Names::of)
                        .orElse(null);
            }
        } catch (IOException e) {
            outlet.close();
            throw e;
        }
    }

    @Override
    public Optional<Reason> write(Row row) throws IOException {
        LineOutput open = outlet.opened();
        if (columns == null) {
            Optional<Reason> unfit = unfitForColumns(row);
            if (unfit.isPresent()) {
                return unfit;
            }
            columns = row.names();
            writeHeader(open, columns);
        }
        Optional<Reason> outside = outside(row, columns);
        if (outside.isPresent()) {
            return outside;
        }
        List<String> cells = cells(row, columns);
        for (int i = 0; i < cells.size(); i++) {
            if (!CsvLine.isWritable(cells.get(i))) {
                return Optional.of(halfCharacter("field '" + columns.at(i) + "'"));
            }
        }
        line.write(cells, open.buffer());
        open.endRow();
        return Optional.empty();
    }

    private void writeHeader(LineOutput open, Row.Names names) throws IOException {
        if (settings.header()) {
            line.write(names.list().stream().map(settings::headerCell).toList(), open.buffer());
            open.endHeader();
        }
    }

    private List<String> cells(Row row, Row.Names names) {
        var cells = new ArrayList<String>(names.size());
        for (int i = 0; i < names.size(); i++) {
            Object value = row.get(names.at(i));
            cells.add(value instanceof String text ? settings.cell(text) : CsvCells.text(value));
        }
        return cells;
    }

    private static Optional<Reason> unfitForColumns(Row row) {
        if (row.size() == 0) {
            return Optional.of(rejected("the row has no fields that could become columns"));
        }
        return row.names().list().stream().allMatch(CsvLine::isWritable)
                ? Optional.empty()
                : Optional.of(halfCharacter("a field's name"));
    }

    private static Optional<Reason> outside(Row row, Row.Names columns) {
        if (row.names().equals(columns)) {
            return Optional.empty();
        }
        List<String> outside = row.names().list().stream()
                .filter(name -> columns.indexOf(name) < 0)
                .toList();
        return outside.isEmpty()
                ? Optional.empty()
                : Optional.of(rejected("the row has fields that are no columns: " + String.join(", ", outside)
                                + "; list every field in 'columns'")
                        .with("fields", outside));
    }

    private static Reason halfCharacter(String place) {
        return rejected(place + " holds half of a surrogate pair, which UTF-8 cannot express");
    }

    private static Reason rejected(String message) {
        return Reason.of("sink_rejected", message);
    }

    @Override
    public Mark sync() throws IOException {
        return outlet.opened().sync();
    }

    @Override
    public Optional<Path> file() {
        return outlet.destination().file();
    }

    @Override
    public Optional<String> address() {
        return outlet.destination().address();
    }

    @Override
    public Map<String, Object> manifest() {
        var facts = new LinkedHashMap<String, Object>(outlet.destination().manifest());
        facts.put("formula_neutralising", settings.neutraliseFormulas());
        return facts;
    }

    @Override
    public void close() throws IOException {
        outlet.close();
    }
}
