package dev.rowan.api.plugin;

/// The tokens of a prompt by `tokenizer`, which may be off by `errorPercent`.
public record TokenCount(long input, String tokenizer, int errorPercent) {}
