package dev.rowan.simulator;

import dev.rowan.api.Time;
import dev.rowan.api.config.ConfigNode;
import dev.rowan.api.config.Problem;
import dev.rowan.api.config.Problems;
import dev.rowan.api.config.Section;
import dev.rowan.simulator.batch.BatchStore;
import dev.rowan.simulator.bill.Records;
import dev.rowan.simulator.control.BatchControl;
import dev.rowan.simulator.control.Control;
import dev.rowan.simulator.http.HttpLimits;
import dev.rowan.simulator.http.HttpServer;
import dev.rowan.simulator.limit.KeyLimits;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// A running simulator: a server on the loopback address that speaks like the providers.
///
/// It owns the server's threads; its shared state belongs to [CurrentSettings], [Records], [KeyLimits],
/// [RequestCounter] and [BatchStore].
public final class Simulator implements AutoCloseable {
    private static final int MAX_HEAD = 64 << 10;
    private static final int MAX_CONNECTIONS = 20_000;

    private final HttpServer server;

    private Simulator(HttpServer server) {
        this.server = server;
    }

    /// Starts a simulator, which serves until it is closed.
    public static Simulator start(SimulatorSettings settings, Time time) throws IOException {
        var current = new CurrentSettings(settings);
        var records = Records.of(settings.place().journalSize());
        var limits = new KeyLimits(time);
        var occurrences = new RequestCounter();
        var store = new BatchStore(() -> current.get().batch());
        var operations = new LiveOperations(current, records, limits, occurrences, store);
        var control = new Control(records, operations);
        var batches = new BatchControl(store, time, records.bill());
        var dispatcher = new RequestDispatcher(
                current, time, records, limits, occurrences, new Endpoints(store, records.contents()));
        var server = HttpServer.start(
                settings.place().port(),
                new HttpLimits(MAX_HEAD, settings.place().maxBody(), MAX_CONNECTIONS),
                time,
                (request, out) -> {
                    if (batches.serves(request)) {
                        out.send(batches.reply(request));
                    } else if (control.serves(request)) {
                        batches.bill();
                        out.send(control.reply(request));
                    } else {
                        dispatcher.handle(request, out);
                    }
                });
        return new Simulator(server);
    }

    /// Where it listens, such as `http://127.0.0.1:41234`.
    public URI address() {
        return server.address();
    }

    /// Closes all connections and waits for their threads.
    @Override
    public void close() throws IOException {
        server.close();
    }

    /// Operations on a running simulator.
    private record LiveOperations(
            CurrentSettings settings, Records records, KeyLimits limits, RequestCounter occurrences, BatchStore store)
            implements Control.Operations {

        @Override
        public List<Problem> change(@Nullable Object given) {
            var problems = new Problems();
            Optional<Section> section =
                    Section.check(ConfigNode.of(given), SimulatorSettings.OPTIONS, Path.of(""), problems);
            section.ifPresent(change -> {
                SimulatorSettings changed = settings.get().changedBy(change);
                if (problems.isEmpty()) {
                    settings.set(changed);
                }
            });
            return problems.list();
        }

        @Override
        public void reset() {
            records.reset();
            limits.reset();
            occurrences.reset();
            store.reset();
        }
    }
}
