package dev.rowan.simulator.answer;

/// What the model said, how it ended, and the tokens that it took.
public record SimulatedAnswer(String text, AnswerEnding ending, TokenUsage usage) {}
