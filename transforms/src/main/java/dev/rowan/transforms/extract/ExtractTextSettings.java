package dev.rowan.transforms.extract;

import dev.rowan.api.config.Option;
import dev.rowan.api.config.Options;
import dev.rowan.api.config.Section;
import dev.rowan.api.file.RootFolder;
import java.time.Duration;
import java.util.Optional;

/// The settings of `extract_text`. `root` is present if the field holds a path.
record ExtractTextSettings(
        String field,
        From from,
        Optional<RootFolder> root,
        Per per,
        String as,
        long maxBytes,
        int maxPages,
        Duration timeout) {
    static final Option<String> FIELD =
            Option.text("field").describedAs("the field that holds the document or its path");

    static final Option<From> FROM = Option.choice("from", From.class)
            .orElse(From.BASE64)
            .describedAs(
                    "what the field holds: the document in base64, the path of its file below 'root', or HTML as text");

    static final Option<String> ROOT = Option.text("root")
            .optional()
            .describedAs(
                    "the directory of the files that rows may name, with 'from: path'; relative to the pipeline file's"
                            + " directory");

    static final Option<Per> PER = Option.choice("per", Per.class)
            .orElse(Per.PAGE)
            .describedAs("whether each page or the whole document is a row");

    static final Option<String> AS =
            Option.text("as").orElse("text").describedAs("the field of the new rows for the text");

    static final Option<Long> MAX_BYTES = Option.bytes("max_bytes")
            .orElse(100L << 20)
            .describedAs("maximum size of a document; a row with a larger one fails");

    static final Option<Long> MAX_PAGES = Option.integer("max_pages", 1, 100_000)
            .orElse(2_000L)
            .describedAs("maximum number of pages of a document; a row with more fails");

    static final Option<Duration> TIMEOUT = Option.duration("timeout")
            .orElse(Duration.ofSeconds(60))
            .describedAs("time limit for one document; a row that takes longer fails");

    static final Options OPTIONS = Options.of(FIELD, FROM, ROOT, PER, AS, MAX_BYTES, MAX_PAGES, TIMEOUT);

    /// What the field holds.
    enum From {
        BASE64,
        PATH,
        TEXT
    }

    /// What becomes a row.
    enum Per {
        PAGE,
        DOCUMENT
    }

    static ExtractTextSettings read(Section section) {
        From from = section.get(FROM);
        if ((from == From.PATH) != section.find(ROOT).isPresent()) {
            section.problem(
                    ROOT,
                    from == From.PATH
                            ? "'from: path' needs 'root', the directory of the files that rows may name"
                            : "only applies with 'from: path'");
        }
        return new ExtractTextSettings(
                section.get(FIELD),
                from,
                section.find(ROOT).map(_ -> new RootFolder(section.path(ROOT))),
                section.get(PER),
                section.get(AS),
                section.get(MAX_BYTES),
                section.get(MAX_PAGES).intValue(),
                section.get(TIMEOUT));
    }
}
