package dev.rowan.providers.chat;

import java.util.Locale;

/// How much a model may think before it answers, in the words of OpenAI and Anthropic.
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
