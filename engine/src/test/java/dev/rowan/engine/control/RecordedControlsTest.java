package dev.rowan.engine.control;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rowan.api.Row;
import dev.rowan.engine.call.CostCap;
import dev.rowan.engine.call.SharedCap;
import dev.rowan.engine.pool.TunableNode;
import dev.rowan.landscape.ControlRequestStore;
import dev.rowan.landscape.Landscape;
import dev.rowan.landscape.LandscapeReader;
import dev.rowan.landscape.LandscapeRecorder;
import dev.rowan.landscape.NoteQueries;
import dev.rowan.landscape.open.Landscapes;
import dev.rowan.landscape.record.LogEntry;
import dev.rowan.landscape.record.RunStart;
import dev.rowan.landscape.record.Sample;
import dev.rowan.testkit.FakeTime;
import java.lang.reflect.InvocationHandler;
import java.lang.reflect.Proxy;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class RecordedControlsTest {
    @TempDir
    private Path folder;

    private final FakeTime time = new FakeTime();
    private final Gate gate = new Gate();
    private final List<Long> readFrom = new ArrayList<>();

    @Test
    void appliesEachRequestOnceAndReadsNoNoteTwice() throws Exception {
        try (Landscape landscape = Landscapes.open("sqlite:rowan.db", folder, time, new SecureRandom());
                LandscapeRecorder owner = landscape.start(run());
                var controls = new RecordedControls("a", () -> observed(landscape.reader()), gate, time)) {
            note(owner, ControlRequestStore.NOTE, Row.of("order", "pause").with("operator", "ada"));
            poll(controls);
            for (int second = 0; second < 3; second++) {
                note(owner, Sample.NOTE, Row.of("second", second));
                poll(controls);
            }
        }

        assertThat(gate.pauses).isEqualTo(1);
        assertThat(readFrom).hasSize(4).doesNotHaveDuplicates().isSorted();
    }

    private void poll(RecordedControls controls) {
        controls.poll();
        time.advance(Duration.ofSeconds(2));
    }

    private static void note(LandscapeRecorder owner, String type, Row facts) throws InterruptedException {
        owner.awaitCommitted(owner.record(new LogEntry.RunNoted(type, Instant.EPOCH, facts.asMap())));
    }

    /// The reader; remembers after which event notes are read.
    private LandscapeReader observed(LandscapeReader reader) {
        return proxy(LandscapeReader.class, (_, method, arguments) -> {
            Object result = method.invoke(reader, arguments);
            return result instanceof NoteQueries notes ? observed(notes) : result;
        });
    }

    private NoteQueries observed(NoteQueries notes) {
        return proxy(NoteQueries.class, (_, method, arguments) -> {
            if (method.getName().equals("after")) {
                readFrom.add((Long) arguments[1]);
            }
            return method.invoke(notes, arguments);
        });
    }

    private static <T> T proxy(Class<T> type, InvocationHandler handler) {
        return type.cast(Proxy.newProxyInstance(type.getClassLoader(), new Class<?>[] {type}, handler));
    }

    /// Counts pauses.
    private static final class Gate implements RunControls {
        private int pauses;

        @Override
        public List<String> transforms() {
            return List.of();
        }

        @Override
        public Optional<TunableNode> node(String name) {
            return Optional.empty();
        }

        @Override
        public CostCap cost() {
            return new SharedCap(Optional.empty());
        }

        @Override
        public boolean isPaused() {
            return false;
        }

        @Override
        public void pause() {
            pauses++;
        }

        @Override
        public void resume() {}

        @Override
        public boolean isStopping() {
            return false;
        }

        @Override
        public void drain(String by) {}

        @Override
        public void cancel(String by) {}

        @Override
        public List<Long> jobs() {
            return List.of();
        }

        @Override
        public List<Long> cancellableJobs() {
            return List.of();
        }

        @Override
        public void cancelJobs(OptionalLong job) {}
    }

    private static RunStart run() {
        return new RunStart(
                "a",
                "controlled",
                "1",
                "source: {}",
                Map.of(),
                List.of("run"),
                "ada",
                Optional.empty(),
                "rows",
                List.of(),
                List.of());
    }
}
