package dev.rowan.simulator.service;

import dev.rowan.simulator.answer.TokenUsage;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// An answer as the provider writes it, with the model that gave it and what it used.
public record ModelReply(String model, TokenUsage usage, Map<String, @Nullable Object> body)
        implements EndpointResult {}
