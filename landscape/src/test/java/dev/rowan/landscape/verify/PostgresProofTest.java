package dev.rowan.landscape.verify;

import dev.rowan.testkit.server.PostgresServer;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.extension.ExtendWith;

@ExtendWith(PostgresServer.class)
@Tag("slow")
class PostgresProofTest extends ProofContract {
    private final String url;

    PostgresProofTest(PostgresServer.Schema schema) {
        this.url = schema.url();
    }

    @Override
    String url() {
        return url;
    }
}
