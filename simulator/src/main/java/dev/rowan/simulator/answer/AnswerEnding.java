package dev.rowan.simulator.answer;

/// How an answer ends, by itself or because a test asked for it.
public enum AnswerEnding {
    /// The answer is complete.
    STOP,
    /// The answer reached its token limit.
    LENGTH,
    /// A filter cut the answer off.
    CONTENT_FILTER,
    /// The model declined to answer.
    REFUSAL,
    /// A filter kept the prompt from the model.
    PROMPT_BLOCKED,
    /// The model paused and expects to be asked to continue.
    PAUSE
}
