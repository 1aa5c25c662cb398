package dev.rowan.engine.jobs;

import dev.rowan.api.batch.BatchStatus.ResultPart;
import java.util.Locale;
import java.util.Optional;

/// A part of a job's results: the provider's name for it, and the file it was downloaded to.
public record JobResultPart(ResultPart.Kind kind, String ref, Optional<Stored> stored) {

    /// A downloaded file as recorded: its name in the job's folder, its length, hash and number of lines.
    public record Stored(String file, long bytes, String sha256, long lines) {}

    /// `results` or `errors`
    public static String name(ResultPart.Kind kind) {
        return kind.name().toLowerCase(Locale.ROOT);
    }

    public String name() {
        return name(kind);
    }
}
