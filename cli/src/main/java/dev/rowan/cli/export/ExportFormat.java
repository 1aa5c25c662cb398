package dev.rowan.cli.export;

import dev.rowan.cli.command.UsageException;
import java.nio.file.Path;
import java.util.Locale;
import java.util.Optional;

/// The export formats.
enum ExportFormat {
    JSONL,
    CSV,
    PARQUET;

    /// The given format, or the one of the file extension, or JSONL without a file.
    static ExportFormat choose(Optional<ExportFormat> named, Optional<Path> file) {
        if (named.isEmpty() && file.isPresent()) {
            return ofEnding(String.valueOf(file.get().getFileName()));
        }
        ExportFormat chosen = named.orElse(JSONL);
        if (chosen == PARQUET && file.isEmpty()) {
            throw new UsageException("parquet requires a file: pass --out FILE, or --format jsonl or csv");
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
                throw new UsageException("unknown format of " + name + ": use the extension .jsonl, .csv or"
                        + " .parquet, or pass --format");
        };
    }

    @Override
    public String toString() {
        return name().toLowerCase(Locale.ROOT);
    }
}
