package dev.rowan.simulator.service;

import java.util.List;
import java.util.Optional;

/// A page of a list, whose tokens are the numbers of entries.
public record OffsetPage<T>(List<T> items, Optional<String> next) {

    public OffsetPage {
        items = List.copyOf(items);
    }

    /// The page of `all` that starts at `token`.
    public static <T> OffsetPage<T> of(List<T> all, Optional<String> token, int size) {
        int from = Math.min(all.size(), token.map(Integer::parseInt).orElse(0));
        int to = Math.min(all.size(), from + Math.max(1, size));
        return new OffsetPage<>(
                all.subList(from, to), to < all.size() ? Optional.of(Integer.toString(to)) : Optional.empty());
    }
}
