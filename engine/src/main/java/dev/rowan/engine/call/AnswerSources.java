package dev.rowan.engine.call;

import java.util.Optional;

/// Where the calls of a run find recorded answers: `earlier` are those of the run that it continues, `since` those of
/// the run whose unchanged requests are not sent again, `shared` those of its own equal calls.
public record AnswerSources(
        Optional<EarlierAnswers> earlier, Optional<SinceAnswers> since, Optional<SharedCalls> shared) {
    public static final AnswerSources NONE = new AnswerSources(Optional.empty(), Optional.empty(), Optional.empty());
}
