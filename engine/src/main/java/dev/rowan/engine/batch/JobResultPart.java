package dev.rowan.engine.batch;

import dev.rowan.api.batch.BatchStatus.ResultPart;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// A part of a job's results: the provider's name for it, and the file that it is in.
public record JobResultPart(ResultPart.Kind kind, String ref, Optional<Stored> stored) {

    /// A file of results as it was recorded: its name in the job's folder, its length, hash and lines.
    public record Stored(String file, long bytes, String sha256, long lines) {}

    static JobResultPart of(ResultPart part) {
        return new JobResultPart(part.kind(), part.ref(), Optional.empty());
    }

    JobResultPart in(Stored file) {
        return new JobResultPart(kind, ref, Optional.of(file));
    }

    /// The fact that tells of it.
    static String fact(ResultPart.Kind kind) {
        return kind.name().toLowerCase(Locale.ROOT);
    }

    Map<String, @Nullable Object> fact() {
        var fact = new LinkedHashMap<String, @Nullable Object>();
        fact.put("ref", ref);
        stored.ifPresent(file -> {
            fact.put("file", file.file());
            fact.put("bytes", file.bytes());
            fact.put("sha256", file.sha256());
            fact.put("lines", file.lines());
        });
        return fact;
    }

    static JobResultPart of(ResultPart.Kind kind, Map<?, ?> fact) {
        Optional<Stored> stored = fact.get("sha256") instanceof String sha256
                ? Optional.of(new Stored(
                        String.valueOf(fact.get("file")), number(fact.get("bytes")), sha256, number(fact.get("lines"))))
                : Optional.empty();
        return new JobResultPart(kind, String.valueOf(fact.get("ref")), stored);
    }

    private static long number(@Nullable Object value) {
        return value instanceof Number number ? number.longValue() : 0;
    }
}
