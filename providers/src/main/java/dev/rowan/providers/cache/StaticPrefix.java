package dev.rowan.providers.cache;

import dev.rowan.api.call.Payload;
import java.nio.charset.StandardCharsets;

/// What all prompts of a query begin with: the system prompt, and the text before the first field of the row.
public record StaticPrefix(String system, String leading) {
    private static final int CHARACTERS_PER_TOKEN = 4;

    /// Tokens that a provider may add around each text.
    private static final int AROUND_TEXT = 32;

    /// A key that prompts with another prefix do not have.
    public String key() {
        return "rowan-" + Payload.utf8(system + "\n" + leading).sha256().substring(0, 16);
    }

    /// Its tokens, estimated.
    public long tokens() {
        return tokens(leading.length());
    }

    /// The same of the system prompt and the first `split` characters of the leading text.
    long tokens(int split) {
        return ((long) system.length() + split) / CHARACTERS_PER_TOKEN;
    }

    /// No more tokens than that.
    public long maxTokens() {
        return (long) system.getBytes(StandardCharsets.UTF_8).length
                + leading.getBytes(StandardCharsets.UTF_8).length
                + 2 * AROUND_TEXT;
    }

    /// The characters of the leading text that belong to a marked prefix of at least `minimum` tokens: a short text
    /// between system prompt and row is not worth a block of its own.
    int split(long minimum) {
        boolean inSystem = system.length() / CHARACTERS_PER_TOKEN >= minimum;
        boolean splits = !leading.isEmpty() && (!inSystem || leading.length() > system.length() / 20);
        return splits ? leading.length() : 0;
    }
}
