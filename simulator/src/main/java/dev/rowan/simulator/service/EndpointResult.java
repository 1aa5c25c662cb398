package dev.rowan.simulator.service;

import dev.rowan.simulator.http.Content;
import dev.rowan.simulator.http.Header;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// What an endpoint gives for a request that it accepts: an answer of a model, or something about files and batches.
public sealed interface EndpointResult permits ModelReply, EndpointResult.Told, EndpointResult.Download {

    /// The file or batch that it is about.
    default Optional<String> about() {
        return Optional.empty();
    }

    /// What the service says of a file or a batch; nothing is billed for it.
    record Told(Map<String, @Nullable Object> body, List<Header> headers, Optional<String> about)
            implements EndpointResult {

        public Told {
            headers = List.copyOf(headers);
        }

        public static Told of(Map<String, @Nullable Object> body) {
            return new Told(body, List.of(), Optional.empty());
        }

        public static Told about(String id, Map<String, @Nullable Object> body) {
            return new Told(body, List.of(), Optional.of(id));
        }
    }

    /// The content of a file.
    record Download(String contentType, Content content, Optional<String> about) implements EndpointResult {}
}
