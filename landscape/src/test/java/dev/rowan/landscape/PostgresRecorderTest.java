package dev.rowan.landscape;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.rowan.landscape.store.Database;
import dev.rowan.landscape.store.Session;
import dev.rowan.landscape.verify.Verdict;
import java.nio.file.Path;
import java.sql.SQLException;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

@ExtendWith(PostgresServer.class)
class PostgresRecorderTest extends RecorderContract {
    private final String url;

    PostgresRecorderTest(PostgresServer.Schema schema) {
        this.url = schema.url();
    }

    @Override
    String url() {
        return url;
    }

    @Test
    void aLostConnectionStopsTheRecordAndKeepsWhatWasCommitted() throws InterruptedException, SQLException {
        try (LandscapeRecorder recorder = landscape.start(Samples.run("a"))) {
            recorder.awaitCommitted(recorder.record(Samples.wholeRow(1)));
            loseConnections();
            long number = recorder.record(Samples.wholeRow(2));

            assertThatThrownBy(() -> recorder.awaitCommitted(number))
                    .isInstanceOf(LandscapeException.class)
                    .hasMessageContaining("failed or was lost")
                    .hasMessageContaining("what was committed before is safe");
        }
        assertThat(check("a", Optional.empty())).isInstanceOf(Verdict.Intact.class);
        try (LandscapeReader reader = landscape.reader()) {
            assertThat(reader.summary("a").rowsEnded()).isEqualTo(1);
        }
    }

    private void loseConnections() throws SQLException {
        try (Session session = Database.of(url, Path.of(".")).open()) {
            session.execute("SELECT pg_terminate_backend(pid) FROM pg_stat_activity"
                    + " WHERE application_name = 'rowan' AND pid <> pg_backend_pid()");
        }
    }
}
