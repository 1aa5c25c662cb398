package dev.rowan.simulator.service;

import dev.rowan.simulator.http.Content;
import dev.rowan.simulator.http.Header;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// The result of an accepted request: a model's answer, a file or batch resource, or a download.
public sealed interface EndpointResult permits ModelReply, EndpointResult.Resource, EndpointResult.Download {

    /// The id of the file or batch.
    default Optional<String> about() {
        return Optional.empty();
    }

    /// A file or a batch as JSON; nothing is billed for it.
    record Resource(Map<String, @Nullable Object> body, List<Header> headers, Optional<String> about)
            implements EndpointResult {

        public Resource {
            headers = List.copyOf(headers);
        }

        public static Resource of(Map<String, @Nullable Object> body) {
            return new Resource(body, List.of(), Optional.empty());
        }

        public static Resource about(String id, Map<String, @Nullable Object> body) {
            return new Resource(body, List.of(), Optional.of(id));
        }
    }

    /// The content of a file.
    record Download(String contentType, Content content, Optional<String> about) implements EndpointResult {}
}
