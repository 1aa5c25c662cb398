package dev.rowan.simulator.answer;

/// What the model said, how it ended, and the tokens that it took.
public record Answer(String text, Ending ending, Usage usage) {}
