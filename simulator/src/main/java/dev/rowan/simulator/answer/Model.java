package dev.rowan.simulator.answer;

import dev.rowan.json.RowJson;
import dev.rowan.simulator.json.JsonObjects;
import dev.rowan.simulator.schema.SchemaInstance;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// The simulated model: answers a prompt, always the same for the same voice.
public final class Model {
    private Model() {}

    /// The answer to `prompt`, which ends as `wish` says; one that is too long ends by its length in any case.
    public static SimulatedAnswer answer(Prompt prompt, AnswerEnding wish, Seed voice) {
        Seed seed = voice.and(prompt.whole().hashCode()).and(prompt.form().hashCode());
        long input = Tokens.count(prompt.whole());
        return switch (wish) {
            case STOP, PAUSE -> within(prompt, say(prompt, seed), wish, input);
            case LENGTH, CONTENT_FILTER -> {
                String whole = say(prompt, seed);
                String part = whole.substring(0, whole.length() / 2);
                yield new SimulatedAnswer(part, wish, new TokenUsage(input, Tokens.count(part)));
            }
            case REFUSAL -> {
                String sorry = "I'm sorry, but I can't help with that.";
                yield new SimulatedAnswer(sorry, wish, new TokenUsage(input, Tokens.count(sorry)));
            }
            case PROMPT_BLOCKED -> new SimulatedAnswer("", wish, new TokenUsage(input, 0));
        };
    }

    private static SimulatedAnswer within(Prompt prompt, String text, AnswerEnding ending, long input) {
        long limit = prompt.maxTokens().orElse(Long.MAX_VALUE);
        long output = Tokens.count(text);
        return output <= limit
                ? new SimulatedAnswer(text, ending, new TokenUsage(input, output))
                : new SimulatedAnswer(Tokens.cut(text, limit), AnswerEnding.LENGTH, new TokenUsage(input, limit));
    }

    private static String say(Prompt prompt, Seed seed) {
        return switch (prompt.form()) {
            case Prompt.Form.Text() -> plain(prompt, seed);
            case Prompt.Form.AnyJson() -> written(JsonObjects.object("answer", plain(prompt, seed)));
            case Prompt.Form.Schema(var schema) -> {
                var instance = new SchemaInstance(
                        seed.random(),
                        (labels, random) -> Choices.pick(labels, prompt.last(), new Seed(random.nextLong()))
                                .orElseThrow());
                yield written(instance.of(schema));
            }
        };
    }

    private static String plain(Prompt prompt, Seed seed) {
        List<String> moods = Sentiment.offered(prompt.whole());
        return Sentiment.label(moods, prompt.last())
                .or(() -> Choices.pick(Choices.in(prompt.whole()), prompt.last(), seed))
                .orElseGet(() -> "Echo: " + prompt.last().strip());
    }

    private static String written(@Nullable Object value) {
        return new String(RowJson.writeValue(value), StandardCharsets.UTF_8);
    }
}
