package dev.rowan.engine.batch.submitting;

import dev.rowan.api.Sha256;
import dev.rowan.api.call.Payload;
import dev.rowan.api.fault.Faults;
import dev.rowan.engine.batch.JobContext;
import dev.rowan.engine.batch.JobFiles;
import dev.rowan.engine.call.AttachmentStore;
import dev.rowan.landscape.JobQueries.BatchItem;
import dev.rowan.landscape.LandscapeReader;
import dev.rowan.landscape.record.LogEntry.CallKey;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.List;

/// The request file of a planned job: verified, and rebuilt from the record if missing, such as on another
/// machine.
public final class RequestFileStore {
    /// The maximum number of requests in memory.
    public static final int PAGE = 256;

    private final JobContext context;

    RequestFileStore(JobContext context) {
        this.context = context;
    }

    boolean areThere() throws IOException {
        Path file = context.files().requests();
        return Files.isRegularFile(file)
                && Files.size(file) == context.job().plan().bytes()
                && Sha256.hex(file).equals(context.job().plan().sha256());
    }

    /// The first of the calls whose requests may be in memory together; at least one.
    public static List<CallKey> page(LandscapeReader reader, String runId, List<CallKey> calls) {
        List<CallKey> candidates = calls.subList(0, Math.min(PAGE, calls.size()));
        var rows = new HashSet<>(reader.pendingRows()
                .page(runId, candidates.stream().map(CallKey::rowSeq).distinct().toList()));
        int count = 1;
        while (count < candidates.size() && rows.contains(candidates.get(count).rowSeq())) {
            count++;
        }
        return candidates.subList(0, count);
    }

    /// False if the recorded requests do not give the planned bytes.
    boolean makeAgain() throws IOException {
        try (Faults.Writing _ = context.batch().faults().writing();
                LandscapeReader reader = context.batch().readers().get()) {
            Path part = context.files().temporary(JobFiles.REQUESTS);
            var file = new RequestFile(context.service(), context.job().plan().submission(), part);
            try (file) {
                List<BatchItem> items = reader.jobs()
                        .manifest(context.batch().runId(), context.job().job());
                List<CallKey> calls = items.stream().map(BatchItem::key).toList();
                for (int from = 0; from < calls.size(); ) {
                    List<CallKey> page = page(reader, context.batch().runId(), calls.subList(from, calls.size()));
                    for (Payload request : reader.calls().parked(context.batch().runId(), page)) {
                        file.add(file.line(
                                AttachmentStore.in(context.batch().artifacts()).body(request)));
                    }
                    from += page.size();
                }
            }
            if (!file.hash().equals(context.job().plan().sha256())) {
                return false;
            }
            context.files().keep(part, JobFiles.REQUESTS);
            return true;
        }
    }
}
