package dev.rowan.transforms.chunk;

/// What the size of a chunk is counted in.
enum ChunkUnit {
    CHARS,
    SENTENCES,
    TOKENS;

    TextUnits units() {
        return switch (this) {
            case CHARS -> TextUnits::codePoints;
            case SENTENCES -> TextUnits::sentences;
            case TOKENS -> new TokenUnits();
        };
    }
}
