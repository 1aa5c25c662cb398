package dev.rowan.connectors.http;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.rowan.api.Row;
import dev.rowan.api.Time;
import dev.rowan.api.TokenInfo;
import dev.rowan.api.call.CallResult;
import dev.rowan.api.call.Headers;
import dev.rowan.api.call.Payload;
import dev.rowan.api.call.Timings;
import dev.rowan.api.call.Wire;
import dev.rowan.api.call.WireReply;
import dev.rowan.api.call.WireRequest;
import dev.rowan.api.plugin.PluginException;
import dev.rowan.api.plugin.PluginSetup;
import dev.rowan.api.plugin.Sink;
import dev.rowan.api.plugin.Sink.Identity;
import dev.rowan.api.plugin.Sink.Mark;
import dev.rowan.api.plugin.SinkCalls;
import dev.rowan.api.plugin.SinkPlugin;
import dev.rowan.api.secret.Secret;
import dev.rowan.api.secret.SecretReference;
import dev.rowan.testkit.FakeSetup;
import dev.rowan.testkit.contract.PluginContract;
import java.net.URI;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

/// Processes that die around any request: a receiver that honours the key sees each row once.
/// `-Drowan.crashes=2000` tries that many histories; a failure prints its seed.
class HttpSinkCrashTest extends PluginContract<SinkPlugin> {
    private static final int ROWS = 30;
    private static final int HISTORIES = Integer.getInteger("rowan.crashes", 100);
    private static final Timings NO_TIME = new Timings(Optional.empty(), Optional.empty(), Duration.ZERO);

    @Override
    protected SinkPlugin plugin() {
        return new HttpSinkPlugin();
    }

    @Override
    protected Class<SinkPlugin> service() {
        return SinkPlugin.class;
    }

    @Override
    protected Map<String, Object> options() {
        return Map.of("url", "https://example.com/hook");
    }

    @Test
    void everyRowArrivesOnceAndItsKeyIsConstant() throws Exception {
        int deaths = 0;
        for (int seed = 1; seed <= HISTORIES; seed++) {
            deaths += new History(seed).run();
        }
        assertThat(deaths).isGreaterThan(HISTORIES);
    }

    private static final class Died extends RuntimeException {
        private static final long serialVersionUID = 1L;
    }

    /// A run with many processes, its record, and the receiver.
    private final class History implements SinkCalls {
        private final Random random;
        private final String seed;
        private final int rowsPerRequest;
        private final Map<String, String> received = new HashMap<>();
        private final Map<String, CallResult> ledger = new HashMap<>();
        private final Set<Integer> outcomes = new HashSet<>();
        private final Set<Integer> refused = new HashSet<>();
        private Mark mark = Mark.at(0);

        History(int seed) {
            this.random = new Random(seed);
            this.seed = "seed " + seed;
            this.rowsPerRequest = 1 + random.nextInt(7);
        }

        int run() throws Exception {
            int deaths = 0;
            for (boolean alive = true; alive; ) {
                try {
                    process();
                    alive = false;
                } catch (Died _) {
                    deaths++;
                }
            }
            assertThat(outcomes).as(seed).hasSize(ROWS);
            var arrived = new TreeMap<Integer, Integer>();
            received.values().forEach(body -> {
                for (String id : body.replaceAll("[^0-9,]", "").split(",")) {
                    arrived.merge(Integer.parseInt(id), 1, Integer::sum);
                }
            });
            for (int n = 1; n <= ROWS; n++) {
                assertThat(arrived.getOrDefault(n, 0)).as(seed + " row " + n).isEqualTo(refused.contains(n) ? 0 : 1);
            }
            assertThat(mark.rows()).as(seed).isEqualTo(ROWS - refused.size());
            return deaths;
        }

        private void process() throws Exception {
            var all = new HashMap<>(options());
            all.put("rows_per_request", rowsPerRequest);
            try (Sink sink = plugin().configure(section(all))) {
                sink.prepare(new WiredSetup());
                sink.identify(new Identity("run", "out", true, false));
                sink.connect(this);
                sink.resume(mark);
                var waiting = new ArrayList<Integer>();
                for (int n = 1; n <= ROWS; n++) {
                    if (!outcomes.contains(n)) {
                        sink.write(Row.of("id", n), new TokenInfo("run", n, 0));
                        waiting.add(n);
                        if (random.nextInt(6) == 0) {
                            settle(sink, sink.sync(), waiting);
                        }
                    }
                }
                settle(sink, sink.finish(), waiting);
                assertThat(waiting).as(seed).isEmpty();
            }
        }

        private void settle(Sink sink, Mark next, List<Integer> waiting) {
            dieSometimes();
            var indexes = new HashSet<Integer>();
            sink.refused().forEach(row -> indexes.add(row.index()));
            long covered = next.rows() - mark.rows() + indexes.size();
            for (int i = 0; i < covered; i++) {
                int n = waiting.removeFirst();
                outcomes.add(n);
                if (indexes.contains(i)) {
                    refused.add(n);
                }
            }
            mark = next;
        }

        private void dieSometimes() {
            if (random.nextInt(8) == 0) {
                throw new Died();
            }
        }

        @Override
        public List<Optional<CallResult>> sendAll(List<Request> requests) {
            var results = new ArrayList<Optional<CallResult>>();
            for (Request request : requests) {
                WireRequest sent = request.call().request();
                String key = sent.headers().first("Idempotency-Key").orElseThrow();
                if (!ledger.containsKey(key)) {
                    dieSometimes();
                    WireReply.Complete reply =
                            receive(key, new String(sent.body().bytes(), UTF_8));
                    dieSometimes();
                    var receipt = request.call().reader().receipt(reply);
                    ledger.put(
                            key,
                            reply.status() == 200
                                    ? new CallResult.Answered(reply, receipt, 1)
                                    : new CallResult.Rejected(reply, receipt, 1));
                }
                results.add(Optional.ofNullable(ledger.get(key)));
            }
            return results;
        }

        /// Refuses lists with row 13; takes any other key once.
        private WireReply.Complete receive(String key, String body) {
            int status = body.contains(":13}") ? 422 : 200;
            if (status == 200) {
                String before = received.putIfAbsent(key, body);
                assertThat(before == null ? body : before).as(seed + " " + key).isEqualTo(body);
            }
            return new WireReply.Complete(status, Headers.none(), Payload.empty(), Optional.empty(), NO_TIME);
        }
    }

    /// A setup without secrets whose wire is never used.
    private static final class WiredSetup implements PluginSetup {
        private final FakeSetup fake = FakeSetup.of(Map.of());

        @Override
        public Secret secret(SecretReference reference) throws PluginException, InterruptedException {
            return fake.secret(reference);
        }

        @Override
        public Optional<String> environment(String name) {
            return Optional.empty();
        }

        @Override
        public URI simulator() throws PluginException {
            return fake.simulator();
        }

        @Override
        public Wire wire() {
            return _ -> {
                throw new AssertionError("the sink sends by its calls");
            };
        }

        @Override
        public Time time() {
            return fake.time();
        }

        @Override
        public boolean costCapped() {
            return false;
        }
    }
}
