package dev.rowan.landscape;

import dev.rowan.testkit.server.PostgresServer;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.extension.ExtendWith;

@ExtendWith(PostgresServer.class)
@Tag("slow")
class PostgresCostPoolTest extends CostPoolContract {
    private final String url;

    PostgresCostPoolTest(PostgresServer.Schema schema) {
        this.url = schema.url();
    }

    @Override
    String url() {
        return url;
    }
}
