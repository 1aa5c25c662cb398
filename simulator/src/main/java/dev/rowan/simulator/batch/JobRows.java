package dev.rowan.simulator.batch;

import dev.rowan.simulator.answer.Seed;
import dev.rowan.simulator.cache.BatchCache;
import dev.rowan.simulator.fault.Fault;
import dev.rowan.simulator.http.HttpRequest;
import dev.rowan.simulator.json.Fields;
import dev.rowan.simulator.service.EndpointRequest;
import dev.rowan.simulator.service.Refusal;
import dev.rowan.simulator.service.RefusedException;
import dev.rowan.simulator.service.ServingConditions;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// The rows of a job, computed on each access, always with the same result.
public final class JobRows {
    private static final HttpRequest NONE = HttpRequest.of("POST", "/", List.of());

    private final RowWorkContext terms;
    private final Lines lines;
    private final Instant at;

    /// The rows of `lines`, whose answers say that they were given at the time `at`.
    public JobRows(RowWorkContext terms, Lines lines, Instant at) {
        this.terms = terms;
        this.lines = lines;
        this.at = at;
    }

    /// A row that was worked.
    record Worked(@Nullable Object id, RowResult result) {}

    public int count() {
        return lines.count();
    }

    Seed seed(int row) {
        return terms.seed().and(row);
    }

    Worked work(int row) {
        Fields line = read(row);
        return new Worked(terms.work().id(line), result(line, seed(row)));
    }

    @Nullable
    Object id(int row) {
        return terms.work().id(read(row));
    }

    private Fields read(int row) {
        return lines.read(row).orElse(Fields.NONE);
    }

    private RowResult result(Fields line, Seed seed) {
        ResultSettings settings = terms.settings().results();
        Fault fault = settings.rowFault(seed, terms.account().service()).fault();
        if (fault instanceof Fault.Fail(int status, var _)) {
            return new RowResult.Refused(terms.work().dialect().failed(status));
        }
        if (settings.lacksCredit(seed)) {
            return new RowResult.Refused(
                    Refusal.of(400, "invalid_request_error", "Your credit balance is too low to access the API."));
        }
        var request = new EndpointRequest(
                NONE,
                terms.account().key(),
                Fields.NONE,
                terms.models(),
                fault.ending(),
                seed,
                terms.voice(),
                at,
                new ServingConditions(
                        new BatchCache(terms.settings().cacheHitRate()),
                        terms.settings().acceptsKeys(),
                        Optional.empty(),
                        terms.account().key(),
                        seed));
        try {
            return new RowResult.Done(terms.work().answer(line, request));
        } catch (RefusedException refused) {
            return new RowResult.Refused(refused.refusal());
        }
    }
}
