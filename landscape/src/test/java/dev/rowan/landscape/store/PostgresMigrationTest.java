package dev.rowan.landscape.store;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.rowan.landscape.Calls;
import dev.rowan.landscape.FakeTime;
import dev.rowan.landscape.Landscape;
import dev.rowan.landscape.LandscapeException;
import dev.rowan.landscape.LandscapeReader;
import dev.rowan.landscape.LandscapeRecorder;
import dev.rowan.landscape.Samples;
import dev.rowan.landscape.open.Landscapes;
import dev.rowan.testkit.server.PostgresServer;
import java.io.IOException;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.sql.SQLException;
import java.util.Objects;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

@ExtendWith(PostgresServer.class)
@Tag("slow")
class PostgresMigrationTest {
    private final String url;

    PostgresMigrationTest(PostgresServer.Schema schema) {
        this.url = schema.url();
    }

    @Test
    void aSchemaOfVersionOneIsBroughtUpToDateWithItsRuns() throws SQLException, IOException, InterruptedException {
        try (Session session = Database.of(url, Path.of(".")).open();
                var first =
                        Objects.requireNonNull(Migrations.class.getResourceAsStream("postgresql/0001-events.sql"))) {
            session.execute(new String(first.readAllBytes(), UTF_8));
            session.execute("INSERT INTO schema_version (version) VALUES (1)");
            session.execute("INSERT INTO run (run_id, name, started) VALUES ('old', 'reviews', 1)");
            session.commit();
        }

        try (Landscape landscape = Landscapes.open(url, Path.of("."), new FakeTime(), new SecureRandom());
                LandscapeReader reader = landscape.reader()) {
            try (LandscapeRecorder recorder = landscape.start(Samples.run("new"))) {
                recorder.record(Calls.intended(1, 1, 1));
                recorder.end(Samples.COMPLETED);
            }
            assertThat(reader.calls().spent("new")).isEqualTo(Calls.WORST);
            assertThatThrownBy(() -> landscape.resume("old", Samples.RESUME))
                    .as("its lease can be taken, but it has no events here")
                    .isInstanceOf(LandscapeException.class)
                    .hasMessageContaining("should have a head and has none");
        }
    }
}
