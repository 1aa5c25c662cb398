package dev.rowan.landscape.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.rowan.landscape.LandscapeException;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.net.ServerSocket;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class PostgresDatabaseTest {

    @Test
    void showsTheAddressWithoutTheLogin() {
        Database database =
                Database.of("postgresql://ada:hunter%402@db.example:5433/audit?sslmode=require", Path.of("."));

        assertThat(database.describe()).isEqualTo("postgresql://db.example:5433/audit");
        assertThat(database.toString()).doesNotContain("hunter");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "postgresql://ada:hun ter@db/audit",
                "postgresql://ada:hunter@db",
                "postgresql://ada:hunter@db/",
                "mysql://ada:hunter@db/audit",
                "postgresql:ada:hunter"
            })
    void rejectsAnInvalidAddressWithoutRepeatingThePassword(String url) {
        assertThatThrownBy(() -> Database.of(url, Path.of(".")))
                .isInstanceOf(LandscapeException.class)
                .hasMessageContaining("postgresql://<user>:<password>@<host>:<port>/<database>")
                .satisfies(error -> assertThat(trace(error)).doesNotContain("hun"));
    }

    @Test
    void reportsAnUnreachableServer() throws IOException {
        int port;
        try (var socket = new ServerSocket(0)) {
            port = socket.getLocalPort();
        }
        Database database = Database.of("postgresql://ada:hunter@localhost:" + port + "/audit", Path.of("."));

        assertThatThrownBy(database::open)
                .isInstanceOf(LandscapeException.class)
                .hasMessageContaining("the connection to postgresql://localhost:" + port + "/audit failed")
                .satisfies(error -> assertThat(trace(error)).doesNotContain("hunter"));
    }

    private static String trace(Throwable error) {
        var text = new StringWriter();
        error.printStackTrace(new PrintWriter(text));
        return text.toString();
    }
}
