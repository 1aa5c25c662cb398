package dev.rowan.providers.openai;

import dev.rowan.api.batch.BatchLimits;
import dev.rowan.api.call.Credential;
import dev.rowan.providers.chat.ChatEndpoint;
import java.math.BigDecimal;
import java.time.Duration;
import java.util.OptionalInt;
import java.util.function.Function;

/// An OpenAI-like API for files and batches, and its differences.
///
/// `root` precedes `/files` and `/batches`, and `query` follows. `url` is the target of each line, and `question`
/// the key of its body with the prompt. With `namesModel` the realtime body names its model; otherwise it is
/// added. `expiry` is the notation of a file's time to live. With `tracked` a file's state is checked before use.
/// `form`
/// is how batches are named and described.
public record BatchDialect(
        BatchLimits terms,
        String root,
        String query,
        Function<ChatEndpoint, Credential> credential,
        String url,
        String question,
        boolean namesModel,
        Expiry expiry,
        boolean tracked,
        JobForm form) {
    private static final BigDecimal HALF = new BigDecimal("0.5");
    private static final BigDecimal FOUR_FIFTHS = new BigDecimal("0.8");
    private static final long MOST_BYTES = 200_000_000;
    private static final Duration POLL = Duration.ofSeconds(60);
    private static final Duration TIMEOUT = Duration.ofHours(26);

    /// The notation of nested keys in a form.
    public enum Expiry {
        BRACKETS,
        DOT,
        /// Files have none.
        NONE
    }

    /// A dialect whose batches are described as OpenAI does.
    public BatchDialect(
            BatchLimits terms,
            String root,
            String query,
            Function<ChatEndpoint, Credential> credential,
            String url,
            String question,
            boolean namesModel,
            Expiry expiry,
            boolean tracked) {
        this(terms, root, query, credential, url, question, namesModel, expiry, tracked, new OpenAiJobs());
    }

    /// The batch API of a compatible provider.
    public static BatchDialect of(CompatibleApi.BatchKind kind) {
        return switch (kind) {
            case GROQ -> compatible(terms("groq", 50_000, 100_000_000, HALF), new OpenAiJobs());
            case MISTRAL -> compatible(terms("mistral", 100_000, 512_000_000, HALF), new MistralJobs());
            case TOGETHER -> compatible(terms("together", 50_000, 100_000_000, BigDecimal.ONE), new TogetherJobs());
            case XAI -> compatible(terms("xai", 50_000, 25_000_000, FOUR_FIFTHS), new XaiJobs());
            case FIREWORKS -> throw new IllegalArgumentException("batches of fireworks have no files as OpenAI's do");
        };
    }

    private static BatchLimits terms(String provider, int mostRequests, long mostBytes, BigDecimal share) {
        return new BatchLimits(
                provider,
                mostRequests,
                mostBytes,
                share,
                POLL,
                TIMEOUT,
                OptionalInt.empty(),
                OptionalInt.empty(),
                true);
    }

    private static BatchDialect compatible(BatchLimits terms, JobForm form) {
        return new BatchDialect(
                terms,
                "",
                "",
                ChatEndpoint::bearer,
                "/v1/chat/completions",
                "messages",
                true,
                Expiry.NONE,
                false,
                form);
    }

    public static BatchLimits openAiTerms() {
        return openAiTerms("openai", MOST_BYTES, POLL);
    }

    /// The limits of the built-in simulator, which imitates OpenAI, with smaller requests and frequent polling.
    public static BatchLimits simulatorTerms() {
        return openAiTerms("simulator", 60_000_000, Duration.ofSeconds(1));
    }

    private static BatchLimits openAiTerms(String provider, long mostBytes, Duration poll) {
        return new BatchLimits(
                provider, 50_000, mostBytes, HALF, poll, TIMEOUT, OptionalInt.of(2_000), OptionalInt.empty(), true);
    }

    /// The limits of Azure OpenAI, whose jobs do not end automatically after their window.
    public static BatchLimits azureTerms() {
        return new BatchLimits(
                "azure", 100_000, MOST_BYTES, HALF, POLL, TIMEOUT, OptionalInt.empty(), OptionalInt.empty(), true);
    }

    /// OpenAI's chat completions.
    public static BatchDialect chat(BatchLimits terms) {
        return openAi(terms, "/v1/chat/completions", "messages");
    }

    /// OpenAI's responses.
    public static BatchDialect responses(BatchLimits terms) {
        return openAi(terms, "/v1/responses", "input");
    }

    /// OpenAI's embeddings.
    public static BatchDialect embeddings(BatchLimits terms) {
        return openAi(terms, "/v1/embeddings", "input");
    }

    private static BatchDialect openAi(BatchLimits terms, String url, String question) {
        return new BatchDialect(terms, "", "", ChatEndpoint::bearer, url, question, true, Expiry.BRACKETS, false);
    }
}
