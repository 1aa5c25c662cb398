package dev.rowan.simulator.service;

import dev.rowan.simulator.json.Fields;
import java.util.List;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/// The text of a message's content: the text itself, or that of its parts.
public final class Texts {
    private Texts() {}

    public static String of(@Nullable Object content) {
        return switch (content) {
            case String text -> text;
            case List<?> parts ->
                parts.stream()
                        .flatMap(part -> Fields.of(part).stream())
                        .flatMap(part -> part.text("text").stream())
                        .collect(Collectors.joining());
            case null, default -> "";
        };
    }
}
