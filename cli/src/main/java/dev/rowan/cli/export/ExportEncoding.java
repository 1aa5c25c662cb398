package dev.rowan.cli.export;

import dev.rowan.cli.command.UsageException;
import dev.rowan.web.table.TableEncoding;
import dev.rowan.web.table.TableFormat;
import java.nio.file.Path;
import java.util.Locale;
import java.util.Optional;

/// How an export is written: by `--format` and the file's name.
final class ExportEncoding {
    private ExportEncoding() {}

    /// The given format, or the one of the file's name, or JSONL without a file.
    static TableEncoding choose(Optional<TableFormat> named, Optional<Path> file) {
        String name = file.map(path -> String.valueOf(path.getFileName())).orElse("");
        if (named.isEmpty() && file.isPresent()) {
            return TableEncoding.ofName(name)
                    .orElseThrow(
                            () -> new UsageException(
                                    "unknown format of " + name + ": use the extension .jsonl,"
                                            + " .csv, .json or .parquet, compressed as .jsonl.gz, .csv.gz or .json.gz, or pass --format"));
        }
        TableFormat chosen = named.orElse(TableFormat.JSONL);
        if (chosen == TableFormat.PARQUET && file.isEmpty()) {
            throw new UsageException("parquet requires a file: pass --out FILE, or --format jsonl or csv");
        }
        boolean gzip = name.toLowerCase(Locale.ROOT).endsWith(".gz");
        if (chosen == TableFormat.PARQUET && gzip) {
            throw new UsageException("parquet compresses its pages itself: pass --out FILE without .gz");
        }
        return new TableEncoding(chosen, gzip);
    }
}
