package dev.rowan.simulator.service;

import dev.rowan.simulator.answer.Usage;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// An answer as the provider writes it, with the model that gave it and what it used.
public record Answered(String model, Usage usage, Map<String, @Nullable Object> body) implements Given {}
