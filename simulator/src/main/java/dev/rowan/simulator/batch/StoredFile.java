package dev.rowan.simulator.batch;

import dev.rowan.simulator.http.Content;
import java.time.Instant;
import java.util.Optional;

/// A file that a service keeps.
public record StoredFile(
        String id,
        BatchAccount account,
        String name,
        String purpose,
        String type,
        Content content,
        Instant created,
        Optional<Instant> expires) {

    public boolean isThere(Instant now) {
        return expires.map(now::isBefore).orElse(true);
    }
}
