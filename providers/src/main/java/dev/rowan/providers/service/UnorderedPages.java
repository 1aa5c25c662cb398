package dev.rowan.providers.service;

import dev.rowan.api.batch.BatchPage;
import dev.rowan.api.batch.BatchReply;
import dev.rowan.api.batch.BatchStatus;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.Optional;
import java.util.function.Function;

/// A list of jobs in pages whose order is not documented: all of them are read and sorted.
public final class UnorderedPages {
    private static final int MAX_PAGES = 50;

    private UnorderedPages() {}

    /// The jobs from the cursor `next` on. `page` requests the page at a cursor.
    public static BatchReply<BatchPage> newestFirst(
            Optional<String> next, Function<Optional<String>, BatchReply<BatchPage>> page) {
        var jobs = new ArrayList<BatchStatus>();
        Optional<String> token = next;
        for (int n = 0; n < MAX_PAGES && (n == 0 || token.isPresent()); n++) {
            BatchReply<BatchPage> reply = page.apply(token);
            if (!(reply instanceof BatchReply.Done<BatchPage>(var got, var _))) {
                return reply;
            }
            jobs.addAll(got.batches());
            token = got.next();
        }
        jobs.sort(Comparator.comparing((BatchStatus job) -> job.createdAt().orElse(Instant.EPOCH))
                .reversed());
        return new BatchReply.Done<>(new BatchPage(jobs, token), Optional.empty());
    }
}
