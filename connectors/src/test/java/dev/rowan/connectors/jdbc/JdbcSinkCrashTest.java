package dev.rowan.connectors.jdbc;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rowan.api.Reason;
import dev.rowan.api.TokenInfo;
import dev.rowan.api.fault.FaultPoint;
import dev.rowan.api.fault.Faults;
import dev.rowan.api.plugin.PluginException;
import dev.rowan.api.plugin.Sink;
import dev.rowan.api.plugin.Sink.Existing;
import dev.rowan.api.plugin.Sink.Mark;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/// Processes that die at any step, or sleep and wake up when another one has taken over: no row is lost or twice.
/// `-Drowan.crashes=2000` tries that many histories; a failure prints its seed.
class JdbcSinkCrashTest extends SqliteSinkTest {
    private static final int ROWS = 30;
    private static final int HISTORIES = Integer.getInteger("rowan.crashes", 25);

    @Test
    void losesNoRowAndWritesNoneTwice() throws Exception {
        int deaths = 0;
        for (int seed = 1; seed <= HISTORIES; seed++) {
            deaths += new History(seed).run();
        }
        assertThat(deaths).isGreaterThan(HISTORIES);
    }

    private static final class Died extends RuntimeException {
        private static final long serialVersionUID = 1L;
        private final boolean inTransaction;

        Died(boolean inTransaction) {
            this.inTransaction = inTransaction;
        }
    }

    /// A run with many processes, and what is on its record.
    private final class History {
        private final Random random;
        private final String seed;
        private final boolean ordered;
        private final Map<String, Object> options;
        private final Map<Integer, String> outcomes = new HashMap<>();
        private final List<Sink> sleeping = new ArrayList<>();
        private Mark mark = Mark.at(0);
        private boolean opened;

        History(int seed) {
            this.random = new Random(seed);
            this.seed = "seed " + seed;
            this.ordered = random.nextInt(3) > 0;
            this.options = ordered
                    ? Map.of()
                    : random.nextBoolean() ? Map.of("trace_columns", true) : Map.of("mode", "upsert", "key", "id");
        }

        int run() throws Exception {
            execute("delete from labels", "drop table if exists rowan_marks", "drop table if exists rowan_refused");
            int deaths = 0;
            for (boolean alive = true; alive; ) {
                int slept = sleeping.size();
                try {
                    alive = !process();
                } catch (Died _) {
                    deaths++;
                }
                if (slept > 0 && random.nextInt(3) == 0) {
                    wake(sleeping.removeFirst());
                }
            }
            for (Sink sink : sleeping) {
                wake(sink);
            }
            List<String> accepted = IntStream.rangeClosed(1, ROWS)
                    .filter(n -> !isBad(n))
                    .mapToObj(String::valueOf)
                    .toList();
            assertThat(ids()).as(seed).isEqualTo(accepted);
            assertThat(mark.rows()).as(seed).isEqualTo(accepted.size());
            assertThat(outcomes).as(seed).hasSize(ROWS);
            outcomes.forEach((n, outcome) ->
                    assertThat(outcome).as(seed + " row " + n).isEqualTo(isBad(n) ? "refused" : "accepted"));
            return deaths;
        }

        /// Every seventh row has no label, which the table does not allow.
        private boolean isBad(int n) {
            return n % 7 == 0;
        }

        /// One process; true if it completes the run.
        private boolean process() throws Exception {
            Faults faults = point -> {
                if ((point == FaultPoint.SINK_HALF_WRITTEN || point == FaultPoint.SINK_CUT) && random.nextInt(4) == 0) {
                    throw new Died(point == FaultPoint.SINK_HALF_WRITTEN);
                }
            };
            Sink sink = sink(options, ordered, faults);
            boolean sleeps = false;
            try {
                if (opened) {
                    sink.resume(mark);
                } else {
                    opened = true;
                    sink.open(Existing.REFUSE);
                }
                write(sink);
                return true;
            } catch (Died died) {
                sleeps = !died.inTransaction && random.nextInt(4) == 0; // else SQLite keeps the others waiting
                throw died;
            } finally {
                if (sleeps) {
                    sleeping.add(sink);
                } else {
                    sink.close();
                }
            }
        }

        private void write(Sink sink) throws Exception {
            var left = new ArrayList<>(IntStream.rangeClosed(1, ROWS)
                    .filter(n -> !outcomes.containsKey(n))
                    .boxed()
                    .toList());
            if (!ordered) {
                Collections.shuffle(left, random);
            }
            var group = new ArrayList<Integer>();
            for (int n : left) {
                var row = isBad(n) ? row(n).with("label", null) : row(n);
                assertThat(sink.write(row, new TokenInfo(RUN, n, 0))).isEmpty();
                group.add(n);
                if (random.nextInt(5) == 0) {
                    settle(sink, group);
                }
            }
            settle(sink, group);
        }

        /// Makes the group durable and records it, or dies between the two.
        private void settle(Sink sink, List<Integer> group) throws IOException {
            Mark next = sink.sync();
            if (random.nextInt(4) == 0) {
                throw new Died(false);
            }
            mark = next;
            var refused = new HashMap<Integer, Reason>();
            sink.refused().forEach(row -> refused.put(row.index(), row.reason()));
            for (int i = 0; i < group.size(); i++) {
                outcomes.put(group.get(i), refused.containsKey(i) ? "refused" : "accepted");
            }
            group.clear();
        }

        /// A process that slept continues: it may find its rows committed, and must not commit any.
        private void wake(Sink sink) throws Exception {
            List<String> before = ids();
            try (sink) {
                sink.write(row(1_000), new TokenInfo(RUN, 1_000, 0));
                sink.sync();
            } catch (PluginException | IllegalStateException | Died stopped) {
                // as it must
            }
            assertThat(ids()).as(seed).isEqualTo(before);
        }
    }
}
