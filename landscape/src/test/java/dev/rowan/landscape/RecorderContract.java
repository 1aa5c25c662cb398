package dev.rowan.landscape;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.rowan.api.CallScope;
import dev.rowan.landscape.RowQueries.TokenKey;
import dev.rowan.landscape.history.RunSummary;
import dev.rowan.landscape.open.Landscapes;
import dev.rowan.landscape.record.LogEntry;
import dev.rowan.landscape.store.Database;
import dev.rowan.landscape.store.Migrations;
import dev.rowan.landscape.store.Session;
import dev.rowan.landscape.verify.Verdict;
import java.nio.file.Path;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import org.junit.jupiter.api.Test;

/// Recording a run, on any database.
abstract class RecorderContract extends LandscapeFixture {

    @Test
    void writesAHeadEveryThousandEventsAndEveryFiveSeconds() throws InterruptedException {
        try (LandscapeRecorder recorder = landscape.start(Samples.run("a"));
                LandscapeReader reader = landscape.reader()) {
            String first = reader.runs().summary("a").root();
            for (long row = 1; row <= 1_000; row++) {
                recorder.record(Samples.read(row));
            }
            recorder.awaitCommitted(1_000);
            String second = reader.runs().summary("a").root();
            assertThat(second).isNotEqualTo(first);

            recorder.awaitCommitted(recorder.record(Samples.read(1_001)));
            assertThat(reader.runs().summary("a").root()).isEqualTo(second);
            time.advance(Duration.ofSeconds(5));
            recorder.awaitCommitted(recorder.record(Samples.read(1_002)));
            assertThat(reader.runs().summary("a").root()).isNotEqualTo(second);
            assertThat(reader.runs().summary("a").rowsRead()).isEqualTo(1_002);
        }
        assertThat(check("a", Optional.empty())).isInstanceOf(Verdict.Intact.class);
    }

    @Test
    void verifiesAgainstTheReturnedHead() throws InterruptedException {
        Head head = record("a", Samples.everyKind());

        assertThat(check("a", Optional.of(head))).isEqualTo(new Verdict.Intact(head.size() + 1, 0, true, head));
    }

    @Test
    void holdsOneTerminalOutcomeForEachToken() throws InterruptedException {
        try (LandscapeRecorder recorder = landscape.start(Samples.run("a"))) {
            recorder.awaitCommitted(recorder.record(Samples.wholeRow(1)));
            long number = recorder.record(Samples.completed(1, 0));

            assertThatThrownBy(() -> recorder.awaitCommitted(number))
                    .isInstanceOf(LandscapeException.class)
                    .hasMessageContaining("a token has a terminal outcome already");
            assertThatThrownBy(() -> recorder.record(Samples.read(2))).isInstanceOf(LandscapeException.class);
        }
        assertThat(check("a", Optional.empty())).isInstanceOf(Verdict.Intact.class);
    }

    @Test
    void commitsAGroupAtomically() throws InterruptedException {
        try (LandscapeRecorder recorder = landscape.start(Samples.run("a"))) {
            recorder.awaitCommitted(recorder.record(Samples.wholeRow(1)));
            long number = recorder.record(List.of(Samples.read(2), Samples.completed(2, 0), Samples.completed(2, 0)));

            assertThatThrownBy(() -> recorder.awaitCommitted(number))
                    .isInstanceOf(LandscapeException.class)
                    .message()
                    .as("tells what is wrong, not the statement with the values of rows")
                    .doesNotContain("INSERT")
                    .hasSizeLessThan(400);
        }
        try (LandscapeReader reader = landscape.reader()) {
            assertThat(reader.rows().history("a", 1)).isPresent();
            assertThat(reader.rows().history("a", 2)).isEmpty();
        }
    }

    @Test
    void rejectsADuplicateRun() throws InterruptedException {
        record("a", List.of());

        assertThatThrownBy(() -> landscape.start(Samples.run("a")))
                .isInstanceOf(LandscapeException.class)
                .hasMessageContaining("the run exists already");
    }

    @Test
    void commitsPendingRecordsOnClose() throws InterruptedException {
        try (LandscapeRecorder recorder = landscape.start(Samples.run("a"))) {
            recorder.record(Samples.wholeRow(1));
        }
        try (LandscapeReader reader = landscape.reader()) {
            assertThat(reader.runs().summary("a").rowsEnded()).isEqualTo(1);
            assertThat(reader.runs().summary("a").status()).isEqualTo("killed");
        }
    }

    @Test
    void recordsSeveralRunsConcurrently() throws InterruptedException {
        try (LandscapeRecorder a = landscape.start(Samples.run("a"));
                LandscapeRecorder b = landscape.start(Samples.run("b"))) {
            for (long row = 1; row <= 50; row++) {
                a.awaitCommitted(a.record(Samples.wholeRow(row)));
                b.awaitCommitted(b.record(Samples.wholeRow(row)));
            }
        }
        for (String run : List.of("a", "b")) {
            assertThat(check(run, Optional.empty())).isInstanceOf(Verdict.Intact.class);
        }
        try (LandscapeReader reader = landscape.reader()) {
            assertThat(reader.runs().newest(10)).extracting(RunSummary::runId).containsExactly("b", "a");
            assertThat(reader.runs().newest(10))
                    .extracting(RunSummary::rowsEnded)
                    .containsOnly(50L);
        }
    }

    @Test
    void reopensWithoutChangingAnything() throws InterruptedException {
        record("a", Samples.wholeRow(1));
        landscape.close();
        open();

        record("b", Samples.wholeRow(1));
        try (LandscapeReader reader = Landscapes.read(url(), Path.of("."))) {
            assertThat(reader.runs().newest(10)).extracting(RunSummary::runId).containsExactly("b", "a");
        }
    }

    @Test
    void refusesALandscapeOfANewerRowan() throws SQLException {
        int newer = Migrations.latest() + 2;
        Database database = Database.of(url(), Path.of("."));
        try (Session session = database.open()) {
            session.begin();
            session.execute("INSERT INTO schema_version (version) VALUES (" + newer + ")");
            session.commit();
        }
        String refusal =
                "was written by a newer Rowan (schema " + newer + ", this is " + Migrations.latest() + "): upgrade";

        assertThatThrownBy(this::open).isInstanceOf(LandscapeException.class).hasMessageContaining(refusal);
        assertThatThrownBy(() -> Landscapes.read(url(), Path.of("."))).hasMessageContaining(refusal);
    }

    @Test
    void recordsFromManyThreadsConcurrently() throws InterruptedException, ExecutionException {
        int threads = 20;
        int rows = 50;
        var numbers = ConcurrentHashMap.<Long>newKeySet();
        try (LandscapeRecorder recorder = landscape.start(Samples.run("a"));
                CallScope scope = CallScope.open("callers")) {
            var callers = new ArrayList<FutureTask<Integer>>();
            for (int thread = 0; thread < threads; thread++) {
                long first = 1L + (long) thread * rows;
                callers.add(scope.fork(() -> {
                    for (long row = first; row < first + rows; row++) {
                        numbers.add(recorder.record(Samples.wholeRow(row)));
                    }
                    recorder.awaitCommitted(recorder.record(new LogEntry.RunNoted("done", Samples.T, Map.of())));
                    return rows;
                }));
            }
            for (FutureTask<Integer> caller : callers) {
                caller.get();
            }
            recorder.end(Samples.COMPLETED);
        }

        assertThat(numbers).hasSize(threads * rows);
        assertThat(check("a", Optional.empty())).isInstanceOf(Verdict.Intact.class);
        try (LandscapeReader reader = landscape.reader()) {
            assertThat(reader.runs().summary("a").rowsEnded()).isEqualTo((long) threads * rows);
            assertThat(reader.rows().values("a", 1, (long) threads * rows)).hasSize(threads * rows);
        }
    }

    @Test
    void anInterruptedCallerLeavesTheWriterAlone() throws InterruptedException {
        try (LandscapeRecorder recorder = landscape.start(Samples.run("a"))) {
            long number = recorder.record(Samples.read(1));
            Thread.currentThread().interrupt();
            assertThatThrownBy(() -> recorder.record(Samples.read(2))).isInstanceOf(InterruptedException.class);
            Thread.currentThread().interrupt();
            assertThatThrownBy(() -> recorder.awaitCommitted(number)).isInstanceOf(InterruptedException.class);

            recorder.awaitCommitted(recorder.record(Samples.read(3)));
        }
        try (LandscapeReader reader = landscape.reader()) {
            assertThat(reader.rows().values("a", 1, 3).keySet())
                    .containsExactly(new TokenKey(1, 0), new TokenKey(3, 0));
        }
    }

    @Test
    void leavesNoThreadBehind() throws InterruptedException {
        record("a", Samples.wholeRow(1));

        assertThat(Thread.getAllStackTraces().keySet())
                .extracting(Thread::getName)
                .noneMatch(name -> name.startsWith("landscape-"));
    }
}
