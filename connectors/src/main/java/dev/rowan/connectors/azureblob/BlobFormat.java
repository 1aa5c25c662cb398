package dev.rowan.connectors.azureblob;

import dev.rowan.api.config.ConfigNode;
import dev.rowan.api.config.Option;
import dev.rowan.api.config.Options;
import dev.rowan.api.config.Section;
import java.util.List;
import java.util.Map;

/// The format of a blob's records.
enum BlobFormat {
    CSV("text/csv; charset=utf-8"),
    JSONL("application/x-ndjson");

    static final Option<BlobFormat> FORMAT = Option.choice("format", BlobFormat.class)
            .describedAs("file format: 'csv' with a header line, or 'jsonl' with one JSON object per line");

    private final String contentType;

    BlobFormat(String contentType) {
        this.contentType = contentType;
    }

    String contentType() {
        return contentType;
    }

    /// Reads the format, and reports `csvOnly` keys used with another format.
    static BlobFormat read(Section section, Options csvOnly) {
        BlobFormat format = section.get(FORMAT);
        if (format != CSV && section.node() instanceof ConfigNode.Mapping given) {
            for (Option<?> option : csvOnly.list()) {
                if (given.entries().containsKey(option.name())) {
                    section.problem(option, "is for 'format: csv' only");
                }
            }
        }
        return format;
    }

    /// `options` without those in `known`.
    static Options beyond(Options options, Options known) {
        List<String> names = known.names();
        return new Options(
                options.list().stream()
                        .filter(option -> !names.contains(option.name()))
                        .toList(),
                Map.of());
    }
}
