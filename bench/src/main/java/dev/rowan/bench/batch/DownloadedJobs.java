package dev.rowan.bench.batch;

import dev.rowan.api.Row;
import dev.rowan.api.Sha256;
import dev.rowan.api.Time;
import dev.rowan.api.call.HttpMessage;
import dev.rowan.api.call.Payload;
import dev.rowan.api.call.Usd;
import dev.rowan.engine.batch.JobFiles;
import dev.rowan.engine.pipeline.Pipeline.TransformNode;
import dev.rowan.landscape.LandscapeRecorder;
import dev.rowan.landscape.record.LogEntry;
import dev.rowan.landscape.record.LogEntry.BatchItemRef;
import dev.rowan.landscape.record.LogEntry.CallKey;
import dev.rowan.landscape.record.RunStart;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// A recorded run whose jobs are downloaded and not ingested, as after a crash. Owned by one thread.
final class DownloadedJobs {
    static final String RUN = "bench";

    private static final Usd WORST = new Usd(5_000_000_000L);
    private static final int TOKENS = 400;
    private static final String RESULTS = "results.jsonl";

    private final BatchMaterial material;
    private final LandscapeRecorder recorder;
    private final Path artifacts;
    private final Time time;
    private long rows;
    private long jobs;

    DownloadedJobs(BatchMaterial material, LandscapeRecorder recorder, Path artifacts, Time time) {
        this.material = material;
        this.recorder = recorder;
        this.artifacts = artifacts;
        this.time = time;
    }

    static RunStart start(TransformNode node) {
        return new RunStart(
                RUN,
                "bench",
                "bench",
                "",
                Map.of(),
                List.of(),
                "bench",
                Optional.empty(),
                "rows",
                List.of(new RunStart.Node(
                        node.index(), node.name(), "llm", "1", List.of(), "", Optional.empty(), Map.of())),
                List.of(new RunStart.SinkDeclared("output", "jsonl", "1", "out.jsonl", "")));
    }

    /// Records one more job: its rows, their parked calls, its manifest, and its downloaded results.
    void add(int items) throws InterruptedException, IOException {
        long job = ++jobs;
        String submission = "k7mp%012d".formatted(job);
        List<LogEntry> manifest = new ArrayList<>(items + 1);
        manifest.add(new LogEntry.BatchStepped(job, "planned", time.instant(), planned(submission, items)));
        for (int item = 0; item < items; item++) {
            CallKey key = parked(++rows, item);
            manifest.add(new LogEntry.CallIntended(
                    key, 1, time.instant(), WORST, Optional.empty(), Optional.of(new BatchItemRef(job, item))));
        }
        recorder.record(manifest);
        var files = new JobFiles(artifacts, job, material.service().limits().provider());
        Path part = files.temporary(RESULTS);
        BatchMaterial.results(part, submission, items);
        Path file = files.keep(part, RESULTS);
        recorder.awaitCommitted(
                recorder.record(new LogEntry.BatchStepped(job, "downloaded", time.instant(), downloaded(file, items))));
    }

    private CallKey parked(long row, int item) throws InterruptedException {
        Payload request = HttpMessage.of(material.request(item));
        var key = new CallKey(row, 0, material.node().index(), 0, 1, request.sha256());
        recorder.record(List.of(
                new LogEntry.RowRead(
                        row, time.instant(), "line " + row, Optional.empty(), Row.of("id", row), Optional.empty()),
                new LogEntry.CallParked(key, time.instant(), WORST, TOKENS, request)));
        return key;
    }

    private Map<String, Object> planned(String submission, int items) {
        return Map.of(
                "phase",
                "planned",
                "node",
                material.node().name(),
                "provider",
                material.service().limits().provider(),
                "submission",
                submission,
                "items",
                (long) items,
                "looks",
                3L);
    }

    private static Map<String, Object> downloaded(Path file, int items) throws IOException {
        return Map.of(
                "phase", "downloaded",
                "status", "completed",
                "batch_id", "batch_bench",
                "results",
                        Map.of(
                                "ref",
                                "file-bench",
                                "file",
                                RESULTS,
                                "bytes",
                                Files.size(file),
                                "sha256",
                                Sha256.hex(file),
                                "lines",
                                (long) items));
    }
}
