package dev.rowan.web.screen;

import dev.rowan.web.http.Router;

/// A part of the page: its pages and what of the JSON API belongs to them.
@FunctionalInterface
public interface Screen extends AutoCloseable {
    void routes(Router router);

    /// Ends what it does in the background, if it does any.
    @Override
    default void close() {}
}
