package dev.rowan.providers.service;

import java.net.URI;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/// Paths that requests append to a base URL, so that it must not contain them: `endings` at its end, `parts`
/// anywhere.
public record BasePath(List<String> endings, List<String> parts) {
    public BasePath {
        endings = List.copyOf(endings);
        parts = List.copyOf(parts);
    }

    public static BasePath notEndingWith(String... endings) {
        return new BasePath(List.of(endings), List.of());
    }

    /// The same for addresses that also have none of `parts`.
    public BasePath without(String... unwanted) {
        return new BasePath(endings, List.of(unwanted));
    }

    /// What is wrong with `base`, as a sentence that starts with `must`; empty if it is valid.
    public Optional<String> problem(URI base) {
        String whole = base.toString();
        String text = whole.replaceAll("/+$", "");
        String path = Optional.ofNullable(base.getRawPath()).orElse("").replaceAll("/+$", "");
        int pathStart = text.length() - path.length();
        return Stream.concat(
                        endings.stream().filter(path::endsWith).map(ending -> path.length() - ending.length()),
                        parts.stream()
                                .map(part -> (path + "/").indexOf(part + "/"))
                                .filter(at -> at >= 0))
                .min(Integer::compare)
                .map(at -> "must be the address without '%s', which requests add: %s, got %s"
                        .formatted(path.substring(at), text.substring(0, pathStart + at), whole));
    }
}
