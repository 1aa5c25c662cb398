package dev.rowan.connectors.csv;

import dev.rowan.connectors.file.Destination;
import dev.rowan.connectors.file.Input;
import dev.rowan.connectors.file.RecordWindow;
import java.io.IOException;
import java.util.List;
import java.util.Optional;

/// The header of a csv file that a sink appends to: its columns are the sink's.
final class AppendedHeader {
    private static final int MAX_BYTES = 16 * 1024 * 1024;

    private AppendedHeader() {}

    /// The columns of the file that is there; empty when there is none or it has no header.
    static Optional<List<String>> read(Destination destination, CsvSinkSettings settings) throws IOException {
        Optional<Input> there = settings.header() ? destination.appendedTo() : Optional.empty();
        if (there.isEmpty()) {
            return Optional.empty();
        }
        try (Input input = there.get()) {
            var window = new RecordWindow(input, MAX_BYTES);
            var scanner = new CsvScanner(window, settings.dialect(), CsvHeader.MAX_COLUMNS);
            List<String> cells = CsvHeader.read(input.name(), window, scanner).list();
            return Optional.of(
                    settings.neutraliseFormulas()
                            ? cells.stream().map(Formulas::original).toList()
                            : cells);
        }
    }

    /// Why the file that is there cannot be appended to.
    static Optional<String> check(Destination destination, CsvSinkSettings settings) {
        try {
            Optional<List<String>> found = read(destination, settings);
            if (found.isEmpty() || settings.columns().isEmpty() || found.equals(settings.columns())) {
                return Optional.empty();
            }
            return Optional.of("%s has the columns %s, but 'columns' says %s; make them equal or write to another file"
                    .formatted(
                            destination.name(),
                            String.join(", ", found.get()),
                            String.join(", ", settings.columns().get())));
        } catch (IOException e) {
            return Optional.of(destination.name() + " cannot be appended to: " + e.getMessage());
        }
    }
}
