package dev.rowan.connectors.csv;

import dev.rowan.api.plugin.PluginException;
import dev.rowan.api.plugin.Sink.Existing;
import dev.rowan.api.plugin.Sink.Mark;
import dev.rowan.api.schema.RowFields;
import dev.rowan.connectors.file.ExistingContent;
import dev.rowan.connectors.file.Input;
import dev.rowan.connectors.file.RecordWindow;
import java.io.IOException;
import java.util.List;
import java.util.Optional;

/// The header of existing csv output, whose columns the sink adopts.
final class WrittenHeader {
    private static final int MAX_BYTES = 16 * 1024 * 1024;

    private WrittenHeader() {}

    /// The columns of the output to append to; empty if there is none or it has no header.
    static Optional<List<String>> appended(ExistingContent destination, CsvSinkSettings settings, Existing existing)
            throws IOException {
        Optional<Input> there = destination.appendedTo(existing);
        if (there.isEmpty()) {
            return Optional.empty();
        }
        try (Input input = there.get()) {
            if (!settings.header()) {
                return existing == Existing.APPEND ? Optional.of(configured(input.name(), settings)) : Optional.empty();
            }
            var window = new RecordWindow(input, MAX_BYTES);
            var scanner = new CsvScanner(window, settings.dialect(), CsvHeader.MAX_COLUMNS);
            return Optional.of(CsvHeader.read(input.name(), window, scanner).list().stream()
                    .map(settings::column)
                    .toList());
        }
    }

    /// Why the existing output cannot be appended to.
    static Optional<String> check(
            ExistingContent destination, CsvSinkSettings settings, Optional<RowFields> known, Existing existing) {
        try {
            return appended(destination, settings, existing)
                    .flatMap(found -> otherColumns(destination, settings, found)
                            .or(() -> otherFields(destination, settings, found, known)));
        } catch (IOException e) {
            return Optional.of(destination.name() + " cannot be appended to: " + e.getMessage());
        }
    }

    private static Optional<String> otherColumns(
            ExistingContent destination, CsvSinkSettings settings, List<String> found) {
        return settings.columns()
                .filter(wanted -> !wanted.equals(found))
                .map(wanted -> "%s has the columns %s, but 'columns' says %s; make them equal or write to another file"
                        .formatted(destination.name(), String.join(", ", found), String.join(", ", wanted)));
    }

    /// Rejects rows that would not fit, before they are paid for.
    private static Optional<String> otherFields(
            ExistingContent destination, CsvSinkSettings settings, List<String> found, Optional<RowFields> known) {
        return settings.columns().isPresent()
                ? Optional.empty()
                : known.flatMap(fields -> CsvColumns.found(found, known).unfit(fields))
                        .map(fields ->
                                ("%s has the columns %s, and rows may have other fields: %s; name the columns to write"
                                                + " in 'columns', or write to another file")
                                        .formatted(destination.name(), String.join(", ", found), fields));
    }

    /// The columns of rows before `mark`; empty if the first row after it determines them. Names written by the
    /// sink itself are accepted as they are.
    static Optional<List<String>> resumed(
            ExistingContent destination, CsvSinkSettings settings, Optional<RowFields> known, Mark mark)
            throws IOException {
        Optional<Input> present = settings.header() ? destination.present() : Optional.empty();
        if (present.isEmpty()) {
            return mark.rows() == 0 || known.isPresent()
                    ? settings.columns()
                            .or(() -> known.map(CsvColumns::of)
                                    .map(columns -> columns.names().list()))
                    : Optional.of(configured(destination.name(), settings));
        }
        try (Input input = present.get()) {
            var window = new RecordWindow(input, MAX_BYTES);
            var scanner = new CsvScanner(window, settings.dialect(), CsvHeader.MAX_COLUMNS);
            if (!scanner.next()) {
                throw new PluginException(destination.name() + " has no header to resume with; start a new run");
            }
            List<String> found =
                    CsvHeader.names(scanner).stream().map(settings::column).toList();
            Optional<String> problem = otherColumns(destination, settings, found)
                    .or(() -> otherFields(destination, settings, found, known));
            if (problem.isPresent()) {
                throw new PluginException(problem.get());
            }
            return Optional.of(found);
        }
    }

    /// Without a header, only the settings know the columns.
    private static List<String> configured(String name, CsvSinkSettings settings) throws PluginException {
        return settings.columns()
                .orElseThrow(() -> new PluginException(name
                        + " has no header, and without 'columns' its columns are unknown; list those of"
                        + " its rows in 'columns', or start a new run"));
    }
}
