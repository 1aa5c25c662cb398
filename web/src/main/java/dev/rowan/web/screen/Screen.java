package dev.rowan.web.screen;

import dev.rowan.web.http.Router;

/// A part of the page: its pages and what of the JSON API belongs to them.
@FunctionalInterface
public interface Screen {
    void routes(Router router);
}
