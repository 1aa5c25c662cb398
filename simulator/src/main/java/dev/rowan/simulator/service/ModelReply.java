package dev.rowan.simulator.service;

import dev.rowan.simulator.answer.TokenUsage;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// An answer in the provider's format, with its model and usage.
public record ModelReply(String model, TokenUsage usage, Map<String, @Nullable Object> body)
        implements EndpointResult {}
