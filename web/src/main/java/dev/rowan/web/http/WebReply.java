package dev.rowan.web.http;

import dev.rowan.api.call.Payload;
import dev.rowan.web.html.Html;
import java.io.IOException;
import java.io.OutputStream;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// A response.
public sealed interface WebReply {

    /// A page or a piece of one.
    record Page(int status, Html html) implements WebReply {}

    /// A JSON value.
    record Json(int status, @Nullable Object value) implements WebReply {}

    /// A whole body of a kind.
    record Whole(int status, String type, Payload body) implements WebReply {}

    /// A body that is written as it comes into being; the reader may go away at any time, which is an
    /// [IOException] for the writer. Until it has written something, it may still refuse.
    record Stream(String type, Map<String, String> headers, Body body) implements WebReply {
        public Stream {
            headers = Map.copyOf(headers);
        }

        /// The same as a file to keep.
        public Stream asFile(String name) {
            String safe = name.replaceAll("[^A-Za-z0-9._-]", "_");
            return new Stream(type, Map.of("Content-Disposition", "attachment; filename=\"" + safe + "\""), body);
        }
    }

    /// A redirect on this server.
    record Elsewhere(String path, Map<String, String> headers) implements WebReply {
        public Elsewhere {
            headers = Map.copyOf(headers);
        }
    }

    /// Writes a body; flushing sends it.
    @FunctionalInterface
    interface Body {
        void write(OutputStream out) throws IOException, InterruptedException;
    }
}
