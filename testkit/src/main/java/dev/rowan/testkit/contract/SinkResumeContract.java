package dev.rowan.testkit.contract;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.rowan.api.Row;
import dev.rowan.api.fault.FaultPoint;
import dev.rowan.api.fault.Faults;
import dev.rowan.api.plugin.PluginException;
import dev.rowan.api.plugin.Sink;
import dev.rowan.api.plugin.Sink.Existing;
import dev.rowan.api.plugin.Sink.Mark;
import dev.rowan.api.plugin.SinkPlugin;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;

/// The contract of every sink that can be resumed after a crash: nothing after the mark is kept, and the output is
/// the same as without the crash.
public abstract class SinkResumeContract extends PluginContract<SinkPlugin> {
    private static final int ROWS = 6;

    /// A prepared sink, not yet opened, always with the same destination, and with these additional options.
    protected abstract Sink sink(Map<String, Object> more, Faults faults) throws Exception;

    /// The output, byte for byte.
    protected abstract Optional<byte[]> content() throws Exception;

    /// Replaces the output, bypassing the sink.
    protected abstract void put(byte[] bytes) throws Exception;

    protected abstract void delete() throws Exception;

    /// Ends `sink` as a crash would: what has been written stays.
    protected abstract void crash(Sink sink) throws Exception;

    /// Options with which the sink writes something before the first row, if any.
    protected Map<String, Object> withHeader() {
        return Map.of();
    }

    @Override
    protected final Class<SinkPlugin> service() {
        return SinkPlugin.class;
    }

    @Test
    void tellingItsStartTouchesNothing() throws Exception {
        assertThat(sink().start(Existing.REFUSE)).isEqualTo(Mark.at(0));
        assertThat(content()).isEmpty();

        put("old\n".getBytes(UTF_8));
        assertThat(sink().start(Existing.OVERWRITE)).isEqualTo(Mark.at(0));
        assertThat(sink().start(Existing.APPEND)).isEqualTo(Mark.at(4));
        assertThat(text()).isEqualTo("old\n");
    }

    @Test
    void rowsBehindTheMarkVanish() throws Exception {
        Mark mark = crashedAt(2);
        byte[] left = bytes();
        assertThat(left.length).as("must-fail control: there is more").isGreaterThan((int) mark.end());

        try (Sink sink = resumed(mark)) {
            assertThat(bytes()).isEqualTo(Arrays.copyOf(left, (int) mark.end()));
            assertThat(sink.sync()).isEqualTo(mark);
        }
    }

    @Test
    void aResumedRunWritesWhatOneWithoutACrashWrites() throws Exception {
        Straight straight = straight(Existing.REFUSE);
        for (int durable = 0; durable <= ROWS; durable++) {
            delete();
            assertGoesOnTo(straight, crashedAt(durable));
        }
    }

    @Test
    void resumesAgainAndAgain() throws Exception {
        Straight straight = straight(Existing.REFUSE);
        delete();
        Mark mark = crashedAt(2);
        for (int again = 0; again < 3; again++) {
            Sink sink = resumed(mark);
            sink.write(row((int) mark.rows() + 1));
            Mark later = sink.sync();
            sink.write(row(99));
            sink.sync();
            crash(sink);
            mark = again == 0 ? mark : later;
        }
        assertThat(mark.rows()).isEqualTo(4);
        assertGoesOnTo(straight, mark);
    }

    @Test
    void startsOverWhereNothingIsRecorded() throws Exception {
        Straight straight = straight(Existing.REFUSE);
        delete();
        Mark start = sink().start(Existing.REFUSE);
        assertGoesOnTo(straight, start);
        assertGoesOnTo(straight, start);

        put("old output, to be replaced".getBytes(UTF_8));
        assertGoesOnTo(straight, sink().start(Existing.OVERWRITE));
    }

    @Test
    void resumesBehindAMarkWithoutRows() throws Exception {
        Mark empty;
        try (Sink sink = sink(withHeader(), Faults.NONE)) {
            sink.open(Existing.REFUSE);
            empty = sink.sync();
        }
        assertThat(empty.rows()).isZero();
        assertThat(empty.end() > 0).isEqualTo(!withHeader().isEmpty());
        try (Sink sink = sink(withHeader(), Faults.NONE)) {
            sink.resume(empty);
            writeFrom(1, sink);
            sink.sync();
        }
        byte[] resumed = bytes();
        delete();
        try (Sink sink = sink(withHeader(), Faults.NONE)) {
            sink.open(Existing.REFUSE);
            writeFrom(1, sink);
            sink.sync();
        }
        assertThat(resumed).isEqualTo(bytes());
    }

    @Test
    void addsToOutputWhateverItsSettingsSayAndResumesThere() throws Exception {
        byte[] earlier = straight(Existing.REFUSE).text().getBytes(UTF_8);
        for (byte[] old : new byte[][] {earlier, Arrays.copyOf(earlier, earlier.length - 1)}) {
            put(old);
            assertThat(sink().check(Existing.APPEND)).isEmpty();
            Mark start = sink().start(Existing.APPEND);
            assertThat(start).isEqualTo(Mark.at(old.length));
            Straight straight = straight(Existing.APPEND);
            assertThat(straight.text()).startsWith(new String(earlier, UTF_8));
            assertThat(straight.mark().start()).isEqualTo(old.length);
            assertThat(straight.mark().rows()).isEqualTo(ROWS);

            assertGoesOnTo(straight, start);
            for (int durable = 0; durable <= ROWS; durable++) {
                put(old);
                assertGoesOnTo(straight, crashedAt(durable, Existing.APPEND));
            }
        }
    }

    @Test
    void makesWhatItShouldAddToWhenThereIsNothing() throws Exception {
        Straight straight = straight(Existing.REFUSE);
        delete();
        assertThat(sink().check(Existing.APPEND)).isEmpty();
        assertThat(straight(Existing.APPEND)).isEqualTo(straight);
    }

    @Test
    void refusesToOpenBehindAnotherStartThanReported() throws Exception {
        byte[] earlier = straight(Existing.REFUSE).text().getBytes(UTF_8);
        Sink sink = sink();
        sink.start(Existing.APPEND);
        byte[] more = Arrays.copyOf(earlier, earlier.length + 1);
        more[earlier.length] = '\n';
        put(more);

        assertThatThrownBy(() -> sink.open(Existing.APPEND))
                .isInstanceOf(PluginException.class)
                .hasMessageContaining("one run at a time");
        assertThat(bytes()).isEqualTo(more);
    }

    @Test
    void refusesOutputThatWasChangedAndLeavesItAsItIs() throws Exception {
        Mark mark = crashedAt(3);
        byte[] left = bytes();
        for (int at : new int[] {0, (int) mark.end() / 2, (int) mark.end() - 1}) {
            byte[] changed = left.clone();
            changed[at] ^= 1;
            put(changed);
            assertRefused(
                    mark, "was changed since the run wrote it: bytes 0 to " + mark.end() + " have another SHA-256");
            assertThat(bytes()).isEqualTo(changed);
        }
        put(left);
        resumed(mark).close();
        assertThat(bytes())
                .as("must-fail control: unchanged, it is gone on with")
                .isEqualTo(Arrays.copyOf(left, (int) mark.end()));
    }

    @Test
    void refusesOutputThatIsShorterOrMissing() throws Exception {
        Mark mark = crashedAt(3);
        byte[] cut = Arrays.copyOf(bytes(), (int) mark.end() - 1);
        put(cut);
        assertRefused(mark, "was changed since the run wrote it: it has " + cut.length + " bytes");
        assertThat(bytes()).isEqualTo(cut);

        delete();
        assertRefused(mark, "is missing");
        assertThat(content()).isEmpty();
    }

    @Test
    void canCrashInTheMiddleOfAWriteAndOfAResume() throws Exception {
        Straight straight = straight(Existing.REFUSE);
        delete();
        var passed = EnumSet.noneOf(FaultPoint.class);
        Sink sink = sink(Map.of(), passed::add);
        sink.open(Existing.REFUSE);
        sink.write(row(1));
        Mark mark = sink.sync();
        assertThat(passed).isEqualTo(Set.of(FaultPoint.SINK_HALF_WRITTEN));
        crash(sink);

        Sink dying = sink(Map.of(), point -> {
            if (point == FaultPoint.SINK_HALF_WRITTEN) {
                throw new Died();
            }
            passed.add(point);
        });
        dying.resume(mark);
        assertThat(passed).contains(FaultPoint.SINK_CUT);
        dying.write(row(2));
        assertThatThrownBy(dying::sync).isInstanceOf(Died.class);
        crash(dying);
        assertGoesOnTo(straight, mark);
    }

    private static final class Died extends RuntimeException {
        private static final long serialVersionUID = 1L;
    }

    /// The output of a run without a crash, and its last mark.
    private record Straight(String text, Mark mark) {}

    private Straight straight(Existing existing) throws Exception {
        try (Sink sink = sink()) {
            sink.open(existing);
            writeFrom(1, sink);
            Mark mark = sink.sync();
            return new Straight(text(), mark);
        }
    }

    private Mark crashedAt(int durable) throws Exception {
        return crashedAt(durable, Existing.REFUSE);
    }

    /// The mark after `durable` rows, of a run that wrote and synced two more rows and crashed.
    private Mark crashedAt(int durable, Existing existing) throws Exception {
        Sink sink = sink();
        Mark mark = sink.start(existing);
        sink.open(existing);
        for (int n = 1; n <= durable; n++) {
            sink.write(row(n));
            mark = sink.sync();
        }
        sink.write(row(durable + 1));
        sink.write(row(99));
        sink.sync();
        crash(sink);
        return mark;
    }

    private void assertGoesOnTo(Straight straight, Mark mark) throws Exception {
        try (Sink sink = resumed(mark)) {
            writeFrom((int) mark.rows() + 1, sink);
            assertThat(sink.sync()).isEqualTo(straight.mark());
        }
        assertThat(text()).isEqualTo(straight.text());
    }

    private void assertRefused(Mark mark, String words) throws Exception {
        try (Sink sink = sink()) {
            assertThatThrownBy(() -> sink.resume(mark))
                    .isInstanceOf(PluginException.class)
                    .hasMessageContainingAll(words, "restore it, or start a new run");
        }
    }

    private Sink sink() throws Exception {
        return sink(Map.of(), Faults.NONE);
    }

    private Sink resumed(Mark mark) throws Exception {
        Sink sink = sink();
        sink.resume(mark);
        return sink;
    }

    private void writeFrom(int first, Sink sink) throws Exception {
        for (int n = first; n <= ROWS; n++) {
            assertThat(sink.write(row(n))).isEmpty();
        }
    }

    /// A row for the sink, each another.
    protected Row row(int n) {
        return Row.of("id", String.valueOf(n)).with("text", "täxt\n" + "x".repeat(n));
    }

    private byte[] bytes() throws Exception {
        return content().orElseThrow();
    }

    private String text() throws Exception {
        return new String(bytes(), UTF_8);
    }
}
