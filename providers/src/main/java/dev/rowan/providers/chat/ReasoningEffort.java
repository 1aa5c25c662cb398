package dev.rowan.providers.chat;

import java.util.Locale;

/// Reasoning effort, in the terms of OpenAI and Anthropic.
public enum ReasoningEffort {
    NONE,
    MINIMAL,
    LOW,
    MEDIUM,
    HIGH,
    XHIGH,
    MAX;

    public String word() {
        return name().toLowerCase(Locale.ROOT);
    }
}
