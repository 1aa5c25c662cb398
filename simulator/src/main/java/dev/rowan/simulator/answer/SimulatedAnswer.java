package dev.rowan.simulator.answer;

/// The text of an answer, how it ended, and its token usage.
public record SimulatedAnswer(String text, AnswerEnding ending, TokenUsage usage) {}
