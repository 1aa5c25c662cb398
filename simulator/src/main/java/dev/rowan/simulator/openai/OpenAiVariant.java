package dev.rowan.simulator.openai;

import dev.rowan.simulator.batch.BatchAccount;
import dev.rowan.simulator.http.HttpRequest;
import dev.rowan.simulator.json.Fields;
import dev.rowan.simulator.service.EndpointRequest;
import dev.rowan.simulator.service.ModelReply;
import dev.rowan.simulator.service.Operation;
import dev.rowan.simulator.service.RefusedException;
import dev.rowan.simulator.service.ServiceDialect;
import java.time.Duration;
import java.util.Optional;

/// Who offers files and batches as OpenAI does, and how it differs. `root` is a pattern of the path before `/files`
/// and `/batches`.
public record OpenAiVariant(
        String name, ServiceDialect dialect, String root, boolean azure, RowAnswers answers, JobStyle style) {
    private static final Duration DAY = Duration.ofHours(24);

    public OpenAiVariant(String name, ServiceDialect dialect, String root, boolean azure, RowAnswers answers) {
        this(name, dialect, root, azure, answers, JobStyle.OPENAI);
    }

    /// How rows are answered.
    public interface RowAnswers {

        /// Whether rows may go to `url`.
        boolean knows(String url);

        /// Refuses a request about files or batches that is not made as it has to be.
        default void check(HttpRequest request) throws RefusedException {}

        ModelReply answer(String url, Fields body, EndpointRequest row) throws RefusedException;
    }

    Operation.Work checked(Operation.Work work) {
        return (request, id) -> {
            answers.check(request.request());
            return work.answer(request, id);
        };
    }

    BatchAccount account(EndpointRequest request) {
        return new BatchAccount(dialect.service(), request.key());
    }

    /// When a job expires; those of Azure continue.
    Optional<Duration> window(Optional<Duration> set) {
        return set.or(() -> azure ? Optional.empty() : Optional.of(DAY));
    }

    long maxRequests() {
        return azure ? 100_000 : 50_000;
    }
}
