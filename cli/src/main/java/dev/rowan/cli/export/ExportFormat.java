package dev.rowan.cli.export;

import dev.rowan.cli.command.UsageException;
import java.nio.file.Path;
import java.util.Locale;
import java.util.Optional;

/// The formats that a table can be written in.
enum ExportFormat {
    JSONL,
    CSV,
    PARQUET;

    /// The one that is named, else the one that the file's name ends with; without a file, JSONL.
    static ExportFormat choose(Optional<ExportFormat> named, Optional<Path> file) {
        if (named.isEmpty() && file.isPresent()) {
            return ofEnding(String.valueOf(file.get().getFileName()));
        }
        ExportFormat chosen = named.orElse(JSONL);
        if (chosen == PARQUET && file.isEmpty()) {
            throw new UsageException("parquet needs a file: name one with --out, or choose --format jsonl or csv");
        }
        return chosen;
    }

    private static ExportFormat ofEnding(String name) {
        String ending = name.substring(name.lastIndexOf('.') + 1).toLowerCase(Locale.ROOT);
        return switch (ending) {
            case "jsonl", "ndjson" -> JSONL;
            case "csv" -> CSV;
            case "parquet" -> PARQUET;
            default ->
                throw new UsageException("the format of " + name + " must be told: let its name end in .jsonl, .csv or"
                        + " .parquet, or give --format");
        };
    }

    @Override
    public String toString() {
        return name().toLowerCase(Locale.ROOT);
    }
}
