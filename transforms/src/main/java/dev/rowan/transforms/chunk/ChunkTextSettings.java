package dev.rowan.transforms.chunk;

import dev.rowan.api.config.Option;
import dev.rowan.api.config.Options;
import dev.rowan.api.config.Section;

/// The settings of `chunk_text`.
record ChunkTextSettings(String field, ChunkUnit unit, int size, int overlap, String as, int maxRows) {
    static final Option<String> FIELD = Option.text("field").describedAs("the field that holds the text");

    static final Option<ChunkUnit> UNIT = Option.choice("unit", ChunkUnit.class)
            .orElse(ChunkUnit.CHARS)
            .describedAs("what 'size' and 'overlap' count: chars (Unicode code points), sentences, or tokens of"
                    + " OpenAI's o200k_base tokenizer");

    static final Option<Long> SIZE =
            Option.integer("size", 1, 100_000_000).describedAs("the size of a chunk; the last one may be smaller");

    static final Option<Long> OVERLAP = Option.integer("overlap", 0, 100_000_000)
            .orElse(0L)
            .describedAs("how much of the end of a chunk the next one repeats; less than 'size'");

    static final Option<String> AS = Option.text("as")
            .orElse("chunk")
            .describedAs("the field of the new rows for the chunk; it replaces 'field'");

    static final Option<Long> MAX_ROWS = Option.integer("max_rows", 1, 1_000_000)
            .orElse(1_000L)
            .describedAs("the most chunks of a text; a row with more fails");

    static final Options OPTIONS = Options.of(FIELD, UNIT, SIZE, OVERLAP, AS, MAX_ROWS);

    static ChunkTextSettings read(Section section) {
        long size = section.get(SIZE);
        long overlap = section.get(OVERLAP);
        if (overlap >= size) {
            section.problem(OVERLAP, "must be less than 'size' (" + size + "), got " + overlap);
        }
        return new ChunkTextSettings(
                section.get(FIELD),
                section.get(UNIT),
                (int) size,
                (int) overlap,
                section.get(AS),
                section.get(MAX_ROWS).intValue());
    }
}
