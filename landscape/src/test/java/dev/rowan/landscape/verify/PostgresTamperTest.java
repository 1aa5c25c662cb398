package dev.rowan.landscape.verify;

import dev.rowan.testkit.server.PostgresServer;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.extension.ExtendWith;

/// The first, a middle and the last byte of each value; the SQLite test takes more.
@ExtendWith(PostgresServer.class)
@Tag("slow")
class PostgresTamperTest extends TamperContract {
    private final String url;

    PostgresTamperTest(PostgresServer.Schema schema) {
        this.url = schema.url();
    }

    @Override
    String url() {
        return url;
    }

    @Override
    List<Integer> flipped(int length) {
        return Stream.of(0, length / 2, length - 1).distinct().toList();
    }
}
