package dev.rowan.connectors.csv;

import dev.rowan.api.config.ConfigNode;
import dev.rowan.api.config.Option;
import dev.rowan.api.config.Section;
import java.util.Map;

/// Delimiter and quote: one ASCII character each.
record CsvDialect(char delimiter, char quote) {
    static final Option<Character> DELIMITER =
            character("delimiter").orElse(',').describedAs("field delimiter, such as ',' or ';' or \"\\t\"");

    static final Option<Character> QUOTE = character("quote")
            .orElse('"')
            .describedAs("quote character for fields with delimiters, quotes (doubled) or line breaks");

    CsvDialect {
        if (delimiter == quote) {
            throw new IllegalArgumentException("delimiter and quote must differ, got " + delimiter + " for both");
        }
    }

    static CsvDialect read(Section section) {
        char delimiter = section.get(DELIMITER);
        char quote = section.get(QUOTE);
        if (delimiter == quote) {
            section.problem(QUOTE, "must differ from 'delimiter', got '" + quote + "' for both");
            return new CsvDialect(',', '"');
        }
        return new CsvDialect(delimiter, quote);
    }

    private static Option<Character> character(String name) {
        return Option.free(
                name,
                "one ASCII character",
                Map.of("type", "string", "minLength", 1, "maxLength", 1),
                node -> node instanceof ConfigNode.Scalar(var _, var _, String s) && isUsable(s)
                        ? new Option.Reading.Value<>(s.charAt(0))
                        : new Option.Reading.Wrong<>("must be one ASCII character other than a line break"));
    }

    private static boolean isUsable(String text) {
        return text.length() == 1 && text.charAt(0) < 128 && text.charAt(0) > 0 && "\r\n".indexOf(text.charAt(0)) < 0;
    }
}
