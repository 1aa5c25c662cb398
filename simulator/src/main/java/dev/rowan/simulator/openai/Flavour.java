package dev.rowan.simulator.openai;

import dev.rowan.simulator.batch.Account;
import dev.rowan.simulator.http.Request;
import dev.rowan.simulator.json.Fields;
import dev.rowan.simulator.service.Answered;
import dev.rowan.simulator.service.Ask;
import dev.rowan.simulator.service.Dialect;
import dev.rowan.simulator.service.Operation;
import dev.rowan.simulator.service.RefusedException;
import java.time.Duration;
import java.util.Optional;

/// Who offers files and batches as OpenAI does, and how it differs. `root` is a pattern of the path before `/files` and
/// `/batches`.
public record Flavour(String name, Dialect dialect, String root, boolean azure, RowAnswers answers) {
    private static final Duration DAY = Duration.ofHours(24);

    /// How rows are answered.
    public interface RowAnswers {

        /// Whether rows may go to `url`.
        boolean knows(String url);

        /// Refuses a request about files or batches that is not made as it has to be.
        default void check(Request request) throws RefusedException {}

        Answered answer(String url, Fields body, Ask row) throws RefusedException;
    }

    Operation.Work checked(Operation.Work work) {
        return (ask, id) -> {
            answers.check(ask.request());
            return work.answer(ask, id);
        };
    }

    Account account(Ask ask) {
        return new Account(dialect.service(), ask.key());
    }

    /// After what time a job expires; those of Azure go on.
    Optional<Duration> window(Optional<Duration> set) {
        return set.or(() -> azure ? Optional.empty() : Optional.of(DAY));
    }

    long maxRequests() {
        return azure ? 100_000 : 50_000;
    }
}
