package dev.rowan.connectors.file;

import dev.rowan.api.config.ConfigNode;
import dev.rowan.api.config.Option;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/// The encodings of text that sources read.
enum Encoding {
    UTF_8("utf-8", StandardCharsets.UTF_8),
    /// Needs a byte order mark, which alone tells its byte order.
    UTF_16("utf-16", StandardCharsets.UTF_16),
    UTF_16LE("utf-16le", StandardCharsets.UTF_16LE),
    UTF_16BE("utf-16be", StandardCharsets.UTF_16BE),
    WINDOWS_1252("windows-1252", Charset.forName("windows-1252")),
    ISO_8859_1("iso-8859-1", StandardCharsets.ISO_8859_1);

    private static final List<String> WORDS =
            Stream.of(values()).map(one -> one.word).toList();

    static final Option<String> OPTION = Option.free(
                    "encoding",
                    "one of " + String.join(", ", WORDS),
                    Map.of("enum", WORDS),
                    node -> node instanceof ConfigNode.Scalar(var _, var _, String word) && WORDS.contains(word)
                            ? new Option.Reading.Value<>(word)
                            : new Option.Reading.Wrong<>("must be one of " + String.join(", ", WORDS)))
            .orElse(UTF_8.word)
            .describedAs("encoding of the text; a byte order mark takes precedence");

    private final String word;
    private final Charset charset;

    Encoding(String word, Charset charset) {
        this.word = word;
        this.charset = charset;
    }

    static Encoding of(String word) {
        return values()[WORDS.indexOf(word)];
    }

    String word() {
        return word;
    }

    Charset charset() {
        return charset;
    }

    /// The encoding that a byte order mark at the start of `bytes` tells.
    static Optional<Encoding> marked(byte[] bytes, int length) {
        if (length >= 3 && bytes[0] == (byte) 0xEF && bytes[1] == (byte) 0xBB && bytes[2] == (byte) 0xBF) {
            return Optional.of(UTF_8);
        }
        if (length >= 2 && bytes[0] == (byte) 0xFF && bytes[1] == (byte) 0xFE) {
            return Optional.of(UTF_16LE);
        }
        return length >= 2 && bytes[0] == (byte) 0xFE && bytes[1] == (byte) 0xFF
                ? Optional.of(UTF_16BE)
                : Optional.empty();
    }
}
