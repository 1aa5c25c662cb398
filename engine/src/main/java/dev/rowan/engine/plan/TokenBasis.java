package dev.rowan.engine.plan;

/// Where the tokens of a forecast come from: `samples` answers or prompts, counted by `by`; they may be off by
/// `errorPercent`.
public record TokenBasis(Kind kind, long samples, String by, int errorPercent) {
    static final int RECORD_ERROR = 10;
    private static final int PROVIDER_ERROR = 3;
    private static final int CHARACTERS_ERROR = 40;

    /// The source of the counts.
    public enum Kind {
        /// Answers of earlier runs.
        RECORD,
        /// The provider's own count.
        PROVIDER,
        /// A tokenizer.
        TOKENIZER,
        /// The length of the text, at four characters for a token.
        CHARACTERS
    }

    static TokenBasis recorded(long answers) {
        return new TokenBasis(Kind.RECORD, answers, "", RECORD_ERROR);
    }

    static TokenBasis provider(long prompts) {
        return new TokenBasis(Kind.PROVIDER, prompts, "", PROVIDER_ERROR);
    }

    static TokenBasis characters(long prompts) {
        return new TokenBasis(Kind.CHARACTERS, prompts, "", CHARACTERS_ERROR);
    }
}
