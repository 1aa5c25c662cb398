package dev.rowan.connectors.csv;

import dev.rowan.connectors.file.InputFile;
import dev.rowan.connectors.file.OutputPath;
import dev.rowan.connectors.file.RecordWindow;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/// The header of a csv file that a sink appends to: its columns are the sink's.
final class AppendedHeader {
    private static final int MAX_BYTES = 16 * 1024 * 1024;

    private AppendedHeader() {}

    /// The columns of the file that is there; empty when there is none or it has no header.
    static Optional<List<String>> read(CsvSinkSettings settings) throws IOException {
        Path path = settings.output().path();
        boolean there = settings.header()
                && settings.output().mode() == OutputPath.Mode.APPEND
                && Files.isRegularFile(path)
                && Files.size(path) > 0;
        if (!there) {
            return Optional.empty();
        }
        try (var file = InputFile.open(path)) {
            var window = new RecordWindow(file, MAX_BYTES);
            var scanner = new CsvScanner(window, settings.dialect(), CsvHeader.MAX_COLUMNS);
            List<String> cells = CsvHeader.read(path, window, scanner).list();
            return Optional.of(
                    settings.neutraliseFormulas()
                            ? cells.stream().map(Formulas::original).toList()
                            : cells);
        }
    }

    /// Why the file that is there cannot be appended to.
    static Optional<String> check(CsvSinkSettings settings) {
        try {
            Optional<List<String>> found = read(settings);
            if (found.isEmpty() || settings.columns().isEmpty() || found.equals(settings.columns())) {
                return Optional.empty();
            }
            return Optional.of("%s has the columns %s, but 'columns' says %s; make them equal or write to another file"
                    .formatted(
                            settings.output().path(),
                            String.join(", ", found.get()),
                            String.join(", ", settings.columns().get())));
        } catch (IOException e) {
            return Optional.of(settings.output().path() + " cannot be appended to: " + e.getMessage());
        }
    }
}
