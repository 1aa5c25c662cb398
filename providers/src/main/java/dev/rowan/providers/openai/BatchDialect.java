package dev.rowan.providers.openai;

import dev.rowan.api.batch.BatchLimits;
import dev.rowan.api.call.Credential;
import dev.rowan.providers.chat.ChatEndpoint;
import java.math.BigDecimal;
import java.time.Duration;
import java.util.OptionalInt;
import java.util.function.Function;

/// Who offers files and batches as OpenAI does, and how it differs.
///
/// `root` stands before `/files` and `/batches`, and `query` behind them. `url` is where each line's request
/// goes, and `question` the key in its body that holds the question. With `namesModel` the body of a call in
/// real time names its model; else that is added. `expiry` is how the form of an upload calls a file's time
/// to live. With `tracked` a file is looked at before it is used.
public record BatchDialect(
        BatchLimits terms,
        String root,
        String query,
        Function<ChatEndpoint, Credential> credential,
        String url,
        String question,
        boolean namesModel,
        Expiry expiry,
        boolean tracked) {
    private static final BigDecimal HALF = new BigDecimal("0.5");
    private static final long MOST_BYTES = 200_000_000;
    private static final Duration POLL = Duration.ofSeconds(60);
    private static final Duration TIMEOUT = Duration.ofHours(26);

    /// How the parts of a key of a form are put together.
    public enum Expiry {
        BRACKETS,
        DOT
    }

    public static BatchLimits openAiTerms() {
        return openAiTerms("openai", MOST_BYTES, POLL);
    }

    /// The terms of the built-in simulator, which stands for OpenAI. It takes smaller requests, and is looked
    /// at without harm.
    public static BatchLimits simulatorTerms() {
        return openAiTerms("simulator", 60_000_000, Duration.ofSeconds(1));
    }

    private static BatchLimits openAiTerms(String provider, long mostBytes, Duration poll) {
        return new BatchLimits(
                provider, 50_000, mostBytes, HALF, poll, TIMEOUT, OptionalInt.of(2_000), OptionalInt.empty(), true);
    }

    /// The terms of Azure OpenAI, whose jobs are not ended by themselves after their window.
    public static BatchLimits azureTerms() {
        return new BatchLimits(
                "azure", 100_000, MOST_BYTES, HALF, POLL, TIMEOUT, OptionalInt.empty(), OptionalInt.empty(), true);
    }

    /// Chat completions at OpenAI.
    public static BatchDialect chat(BatchLimits terms) {
        return openAi(terms, "/v1/chat/completions", "messages");
    }

    /// Responses at OpenAI.
    public static BatchDialect responses(BatchLimits terms) {
        return openAi(terms, "/v1/responses", "input");
    }

    private static BatchDialect openAi(BatchLimits terms, String url, String question) {
        return new BatchDialect(terms, "", "", ChatEndpoint::bearer, url, question, true, Expiry.BRACKETS, false);
    }
}
