package dev.rowan.landscape;

import dev.rowan.testkit.server.PostgresServer;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.extension.ExtendWith;

@ExtendWith(PostgresServer.class)
@Tag("slow")
class PostgresSinkLockTest extends SinkLockContract {
    private final String url;

    PostgresSinkLockTest(PostgresServer.Schema schema) {
        this.url = schema.url();
    }

    @Override
    String url() {
        return url;
    }
}
