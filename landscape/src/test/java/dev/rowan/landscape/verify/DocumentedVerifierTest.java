package dev.rowan.landscape.verify;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.abort;

import dev.rowan.landscape.Batches;
import dev.rowan.landscape.Calls;
import dev.rowan.landscape.FakeTime;
import dev.rowan.landscape.Landscape;
import dev.rowan.landscape.LandscapeRecorder;
import dev.rowan.landscape.Samples;
import dev.rowan.landscape.SplitRecorder;
import dev.rowan.landscape.SplitWork;
import dev.rowan.landscape.open.Landscapes;
import dev.rowan.landscape.record.LogEntry;
import dev.rowan.landscape.record.LogEntry.CallState;
import dev.rowan.landscape.record.RunEnd;
import dev.rowan.landscape.record.WriterId;
import dev.rowan.landscape.store.Database;
import dev.rowan.landscape.store.Session;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.sql.SQLException;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// The verifier in docs/landscape-format.md, written from that page alone, agrees with ours.
class DocumentedVerifierTest {
    @TempDir
    Path folder;

    @BeforeEach
    void record() throws InterruptedException {
        try (Landscape landscape = Landscapes.open("sqlite:rowan.db", folder, new FakeTime(), new SecureRandom());
                LandscapeRecorder recorder = landscape.start(Samples.run("a"))) {
            recorder.record(Samples.everyKind());
            recorder.record(Batches.parked(1, 2));
            recorder.record(Batches.planned(1, 1, List.of(Calls.key(1, 2))));
            recorder.record(Batches.ended(Calls.key(1, 2), 1, CallState.ANSWERED, 1));
            recorder.record(new LogEntry.RunNoted("ünusual \"note\" \u0001", Samples.T, Map.of()));
            recorder.end(Samples.COMPLETED);
        }
    }

    private String verify() throws IOException, InterruptedException {
        return verify("a");
    }

    private String verify(String run) throws IOException, InterruptedException {
        String page = Files.readString(Path.of("..", "docs", "landscape-format.md"));
        int from = page.indexOf("```python") + "```python".length();
        Path script = folder.resolve("verify.py");
        Files.writeString(script, page.substring(from, page.indexOf("```", from)));
        Process process = start(List.of("python3", script.toString(), "rowan.db", run));
        String said = new String(process.getInputStream().readAllBytes(), UTF_8).strip();
        process.waitFor();
        return said;
    }

    private Process start(List<String> command) {
        try {
            return new ProcessBuilder(command)
                    .directory(folder.toFile())
                    .redirectErrorStream(true)
                    .start();
        } catch (IOException missing) {
            return abort("python3 is not there to run the verifier of docs/landscape-format.md: " + missing);
        }
    }

    @Test
    void findsTheRunIntact() throws IOException, InterruptedException {
        assertThat(verify()).isEqualTo("25 events, intact");
    }

    @Test
    void detectsAChangedValue() throws IOException, InterruptedException, SQLException {
        try (Session session = Database.of("sqlite:rowan.db", folder).open()) {
            session.begin();
            session.execute("UPDATE row_read SET payload = CAST('{}' AS BLOB) WHERE row_seq = 1");
            session.commit();
        }

        assertThat(verify()).isEqualTo("the values of event 5 were changed");
    }

    /// Writer 2 takes a split of writer 1 over.
    private void recordWithWriters() throws InterruptedException {
        try (Landscape landscape = Landscapes.open("sqlite:rowan.db", folder, new FakeTime(), new SecureRandom());
                LandscapeRecorder owner = landscape.start(Samples.run("b"))) {
            try (SplitRecorder one = landscape.join(new WriterId("b", 1, 1));
                    SplitRecorder two = landscape.join(new WriterId("b", 1, 2))) {
                one.open(SplitWork.split(1));
                one.awaitCommitted(one.record(SplitWork.claimed(3, 1)));
                SplitWork.doAll(two, 0);
                two.open(SplitWork.split(1));
            }
            owner.end(new RunEnd(RunEnd.Status.INTERRUPTED, 3, Optional.empty()));
        }
    }

    @Test
    void findsARunWithSeveralWritersIntact() throws IOException, InterruptedException {
        recordWithWriters();

        assertThat(verify("b")).endsWith(" events, intact");
    }

    @Test
    void detectsAChainThatWasCutOff() throws IOException, InterruptedException, SQLException {
        recordWithWriters();
        try (Session session = Database.of("sqlite:rowan.db", folder).open()) {
            session.begin();
            session.execute("DELETE FROM run_event WHERE event_id = (SELECT max(event_id) FROM run_event)");
            session.commit();
        }

        assertThat(verify("b")).isEqualTo("the seal does not cover the chains of all writers");
    }
}
