package dev.rowan.connectors.file;

import dev.rowan.api.config.Option;
import dev.rowan.api.config.Section;

/// The keys that every sink into a file knows.
public final class SinkOptions {
    public static final Option<String> PATH = Option.text("path")
            .describedAs("the file to write; a relative path starts from the pipeline file's folder; missing folders"
                    + " are made");

    public static final Option<OutputPath.Mode> MODE = Option.choice("mode", OutputPath.Mode.class)
            .orElse(OutputPath.Mode.CREATE)
            .describedAs("'create' makes the file and refuses one that exists (unless run with --overwrite); 'append'"
                    + " adds to it");

    private SinkOptions() {}

    public static OutputPath read(Section section) {
        return new OutputPath(section.path(PATH), section.get(MODE));
    }
}
