package dev.rowan.landscape.verify;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.rowan.api.fault.Faults;
import dev.rowan.landscape.FakeTime;
import dev.rowan.landscape.Head;
import dev.rowan.landscape.Landscape;
import dev.rowan.landscape.LandscapeRecorder;
import dev.rowan.landscape.chain.EventPayload;
import dev.rowan.landscape.chain.EventTable;
import dev.rowan.landscape.fold.Micros;
import dev.rowan.landscape.open.Landscapes;
import dev.rowan.landscape.seal.SigningKey;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Every flip of any byte of any event, payload and head of a signed run of a hundred events. The databases
/// have their own test; here the events are changed on their way to the check, which is faster.
@Tag("slow")
class EventFlipTest {
    private static final int MORE_ROWS = 17;
    private static final int STEP = System.getProperty("rowan.chaos", "").equals("full") ? 1 : 25;

    @TempDir
    Path folder;

    @Test
    void detectsEveryFlippedByteOfAHundredEvents() throws SQLException, InterruptedException {
        SigningKey key = SigningKey.generate(new SecureRandom());
        Head head = SoundRun.record(folder, "1", Optional.of(key), MORE_ROWS);
        assertThat(flips(key, head, 100, _ -> true)).isGreaterThan(10_000);
    }

    @Test
    void detectsEveryFlippedByteOfBatchEvents() throws SQLException, InterruptedException {
        SigningKey key = SigningKey.generate(new SecureRandom());
        try (Landscape landscape = Landscapes.open(
                        "sqlite:rowan.db", folder, new FakeTime(), new SecureRandom(), Faults.NONE, Optional.of(key));
                LandscapeRecorder recorder = landscape.start(SoundRun.run("1"))) {
            SoundBatchRun.begin(recorder);
            Head head = SoundBatchRun.finish(recorder);
            assertThat(flips(key, head, 50, EventFlipTest::isOfBatches)).isGreaterThan(3_000);
        }
        assertThat(Forge.events(folder, SoundRun.ID))
                .extracting(StoredEvent::table)
                .contains(EventTable.CALL_PARKED, EventTable.BATCH_JOB);
    }

    private static boolean isOfBatches(StoredEvent event) {
        return switch (event.table()) {
            case CALL_PARKED, BATCH_JOB -> true;
            case CALL_INTENT, CALL_END -> event.facts()[event.table().indexOf("job")] != null;
            case ROW_READ, NODE_STATE, OUTCOME, CALL_REUSED, GROUP_END, RUN_EVENT -> false;
        };
    }

    /// Flips every byte of those events, one at a time, and returns their number. Every 25th flip is checked, with
    /// `-Drowan.chaos=full` every one.
    private long flips(SigningKey key, Head head, int min, Predicate<StoredEvent> which) throws SQLException {
        List<StoredEvent> events = Forge.events(folder, SoundRun.ID);
        assertThat(events).hasSizeGreaterThanOrEqualTo(min);
        VerifyInputs against =
                VerifyInputs.itself().with(List.of(KeptHead.of(head))).with(key.verifying());
        assertThat(verdict(events, against)).isInstanceOf(Verdict.Intact.class);

        var unseen = new ArrayList<String>();
        long[] flips = {0};
        for (int i = 0; i < events.size(); i++) {
            if (!which.test(events.get(i))) {
                continue;
            }
            int at = i;
            flipped(events.get(i), changed -> {
                if (flips[0]++ % STEP != 0) {
                    return;
                }
                var all = new ArrayList<>(events);
                all.set(at, changed);
                if (verdict(all, against) instanceof Verdict.Intact) {
                    unseen.add("event " + at + ": " + changed);
                }
            });
        }

        assertThat(unseen).isEmpty();
        return flips[0];
    }

    private static Verdict verdict(List<StoredEvent> events, VerifyInputs against) {
        var state = new RunState();
        state.ended(Map.of("status", "completed"));
        var facts = new ChainCheck.RunFacts(1, SoundRun.ID, "reviews", Micros.of(FakeTime.START));
        var check = new LogCheck(facts, against, state);
        for (StoredEvent event : events) {
            Optional<Verdict> verdict = check.next(event);
            if (verdict.isPresent()) {
                return verdict.get();
            }
        }
        return check.end();
    }

    private static void flipped(StoredEvent e, Consumer<StoredEvent> to) {
        to.accept(copy(e, e.eventId() ^ 1, e.epoch(), e.time(), e.leaf(), e.digest(), e.salt(), e.payload()));
        to.accept(copy(e, e.eventId(), e.epoch() ^ 1, e.time(), e.leaf(), e.digest(), e.salt(), e.payload()));
        for (int bit = 0; bit < 56; bit += 8) {
            long time = e.time() ^ (1L << bit);
            to.accept(copy(e, e.eventId(), e.epoch(), time, e.leaf(), e.digest(), e.salt(), e.payload()));
        }
        bytes(
                e.leaf(),
                leaf -> to.accept(copy(e, e.eventId(), e.epoch(), e.time(), leaf, e.digest(), e.salt(), e.payload())));
        e.digest()
                .ifPresent(digest -> bytes(
                        digest.sha256(),
                        sha -> to.accept(copy(
                                e,
                                e.eventId(),
                                e.epoch(),
                                e.time(),
                                e.leaf(),
                                Optional.of(new EventPayload.Digest(sha, digest.length())),
                                e.salt(),
                                e.payload()))));
        e.salt()
                .ifPresent(all -> bytes(
                        all,
                        salt -> to.accept(copy(
                                e,
                                e.eventId(),
                                e.epoch(),
                                e.time(),
                                e.leaf(),
                                e.digest(),
                                Optional.of(salt),
                                e.payload()))));
        e.payload()
                .ifPresent(all -> bytes(
                        all,
                        payload -> to.accept(copy(
                                e,
                                e.eventId(),
                                e.epoch(),
                                e.time(),
                                e.leaf(),
                                e.digest(),
                                e.salt(),
                                Optional.of(payload)))));
        for (int i = 0; i < e.facts().length; i++) {
            fact(e, i, to);
        }
    }

    private static void fact(StoredEvent event, int at, Consumer<StoredEvent> to) {
        Consumer<Object> changed = value -> {
            @Nullable Object[] facts = event.facts().clone();
            facts[at] = value;
            to.accept(Forge.with(event, facts));
        };
        switch (event.facts()[at]) {
            case Long number -> {
                for (int bit = 0; bit < 56; bit += 8) {
                    changed.accept(number ^ (1L << bit));
                }
            }
            case String text -> bytes(text.getBytes(UTF_8), bytes -> changed.accept(new String(bytes, UTF_8)));
            case null, default -> {
                // nothing is there to be flipped
            }
        }
    }

    private static void bytes(byte[] all, Consumer<byte[]> to) {
        for (int i = 0; i < all.length; i++) {
            byte[] changed = all.clone();
            changed[i] ^= (byte) (1 << (i % 7));
            to.accept(changed);
        }
    }

    private static StoredEvent copy(
            StoredEvent e,
            long eventId,
            int epoch,
            long time,
            byte[] leaf,
            Optional<EventPayload.Digest> digest,
            Optional<byte[]> salt,
            Optional<byte[]> payload) {
        return new StoredEvent(
                e.table(), eventId, e.runNo(), epoch, time, leaf, e.codec(), digest, salt, payload, e.facts());
    }
}
