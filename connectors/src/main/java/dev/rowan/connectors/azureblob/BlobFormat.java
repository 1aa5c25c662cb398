package dev.rowan.connectors.azureblob;

import dev.rowan.api.config.ConfigNode;
import dev.rowan.api.config.Option;
import dev.rowan.api.config.Options;
import dev.rowan.api.config.Section;
import java.util.List;

/// How the records of a blob are written.
enum BlobFormat {
    CSV("text/csv; charset=utf-8"),
    JSONL("application/x-ndjson");

    static final Option<BlobFormat> FORMAT = Option.choice("format", BlobFormat.class)
            .describedAs("how records are written: 'csv' with a header line, or 'jsonl', one JSON object per line");

    private final String contentType;

    BlobFormat(String contentType) {
        this.contentType = contentType;
    }

    String contentType() {
        return contentType;
    }

    /// Reads the format, and reports keys of `csvOnly` beside another format than csv.
    static BlobFormat read(Section section, Options csvOnly) {
        BlobFormat format = section.get(FORMAT);
        if (format != CSV && section.node() instanceof ConfigNode.Mapping given) {
            for (Option<?> option : csvOnly.list()) {
                if (given.entries().containsKey(option.name())) {
                    section.problem(option, "is for 'format: csv' alone");
                }
            }
        }
        return format;
    }

    /// `options` without those that are in `known` as well.
    static Options beyond(Options options, Options known) {
        List<String> names = known.names();
        return new Options(options.list().stream()
                .filter(option -> !names.contains(option.name()))
                .toList());
    }
}
