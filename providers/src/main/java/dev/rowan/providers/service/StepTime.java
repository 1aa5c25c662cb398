package dev.rowan.providers.service;

import dev.rowan.providers.chat.ChatEndpoint;
import java.time.Duration;

/// The minimum timeout of a request to a batch service.
public enum StepTime {
    /// A service may take a minute for a create.
    STEP(Duration.ofMinutes(2)),
    /// With a file, which may be large.
    TRANSFER(Duration.ofHours(1));

    private final Duration least;

    StepTime(Duration least) {
        this.least = least;
    }

    public Duration at(ChatEndpoint endpoint) {
        return endpoint.deadline().compareTo(least) < 0 ? least : endpoint.deadline();
    }
}
