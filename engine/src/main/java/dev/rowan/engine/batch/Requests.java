package dev.rowan.engine.batch;

import dev.rowan.api.call.Payload;
import dev.rowan.api.fault.Faults;
import dev.rowan.landscape.LandscapeReader;
import dev.rowan.landscape.LandscapeReader.BatchItem;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/// The request file of a planned job: checked, and made again from the record where it is not there, such as
/// on another machine.
final class Requests {
    /// How many requests are in memory at once.
    static final int PAGE = 256;

    private final JobDesk desk;

    Requests(JobDesk desk) {
        this.desk = desk;
    }

    boolean areThere() throws IOException {
        Path file = desk.files().requests();
        return Files.isRegularFile(file)
                && Files.size(file) == desk.job().bytes()
                && Hashing.sha256(file).equals(desk.job().sha256());
    }

    /// False when what is recorded does not give the bytes that were planned.
    boolean makeAgain() throws IOException {
        try (Faults.Writing _ = desk.around().faults().writing();
                LandscapeReader reader = desk.around().readers().get()) {
            Path part = desk.files().temporary(JobFiles.REQUESTS);
            var file = new RequestFile(desk.service(), desk.job().submission(), part);
            try (file) {
                List<BatchItem> items =
                        reader.manifest(desk.around().runId(), desk.job().job());
                for (int from = 0; from < items.size(); from += PAGE) {
                    List<BatchItem> page = items.subList(from, Math.min(items.size(), from + PAGE));
                    for (Payload request : reader.parked(
                            desk.around().runId(),
                            page.stream().map(BatchItem::key).toList())) {
                        file.add(file.line(RequestFile.body(request)));
                    }
                }
            }
            if (!file.hash().equals(desk.job().sha256())) {
                return false;
            }
            desk.files().keep(part, JobFiles.REQUESTS);
            return true;
        }
    }
}
