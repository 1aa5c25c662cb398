package dev.rowan.browser;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.rowan.api.CallScope;
import dev.rowan.cli.serve.ServeCommand;
import dev.rowan.json.JsonException;
import dev.rowan.json.RowJson;
import java.io.ByteArrayOutputStream;
import java.net.URI;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import picocli.CommandLine;

/// `rowan serve` in this process, until it is closed.
final class Served implements AutoCloseable {
    private static final int PATIENCE_SECONDS = 60;

    private final CallScope scope;
    private final URI address;
    private final URI entrance;

    private Served(CallScope scope, URI address, URI entrance) {
        this.scope = scope;
        this.address = address;
        this.entrance = entrance;
    }

    static Served start(Rowan rowan, String... words) {
        var scope = CallScope.openPlatform("served");
        var said = new FirstLine();
        var err = new ByteArrayOutputStream();
        var all = new ArrayList<>(List.of("--json"));
        all.addAll(List.of(words));
        scope.start(() -> {
            new CommandLine(new ServeCommand(rowan.shell(said, err))).execute(all.toArray(String[]::new));
            said.complete.countDown();
        });
        try {
            if (!said.complete.await(PATIENCE_SECONDS, TimeUnit.SECONDS) || said.size() == 0) {
                throw new IllegalStateException("rowan serve did not start: " + err.toString(UTF_8));
            }
            Map<String, ?> json = RowJson.readRow(said.toByteArray()).asMap();
            return new Served(
                    scope,
                    URI.create(String.valueOf(json.get("address"))),
                    URI.create(String.valueOf(json.get("open"))));
        } catch (InterruptedException | JsonException broken) {
            scope.close();
            throw new IllegalStateException(broken);
        }
    }

    URI address() {
        return address;
    }

    /// The address with the token.
    URI entrance() {
        return entrance;
    }

    String token() {
        return entrance.getQuery().substring("token=".length());
    }

    @Override
    public void close() {
        scope.close();
    }

    /// Output whose first line can be awaited.
    private static final class FirstLine extends ByteArrayOutputStream {
        private final CountDownLatch complete = new CountDownLatch(1);

        @Override
        public synchronized void write(byte[] bytes, int from, int length) {
            super.write(bytes, from, length);
            if (toString(UTF_8).contains("\n")) {
                complete.countDown();
            }
        }

        @Override
        public synchronized void write(int one) {
            super.write(one);
            if (one == '\n') {
                complete.countDown();
            }
        }
    }
}
