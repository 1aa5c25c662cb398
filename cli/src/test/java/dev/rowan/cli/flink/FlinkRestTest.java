package dev.rowan.cli.flink;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.URI;
import org.junit.jupiter.api.Test;

class FlinkRestTest {

    @Test
    void namesTheLastCauseOfAFailedJob() {
        assertThat(FlinkRest.cause("""
                org.apache.flink.runtime.JobException: The failure is not recoverable
                \tat org.apache.flink.runtime.Handler.handle(Handler.java:188)
                Caused by: org.apache.flink.runtime.execution.SuppressRestartsException: Unrecoverable failure.
                \tat dev.rowan.flink.SplitFunction.open(SplitFunction.java:61)
                Caused by: dev.rowan.api.plugin.PluginException: the secrets here are not those of the run
                \t... 3 more
                """)).isEqualTo("the secrets here are not those of the run");
    }

    @Test
    void namesAnAddressWithoutACluster() throws IOException {
        int port;
        try (var free = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            port = free.getLocalPort();
        }
        try (var nobody = new FlinkRest(URI.create("http://127.0.0.1:" + port))) {
            assertThatThrownBy(nobody::slots)
                    .hasMessage("no connection to the Flink cluster at http://127.0.0.1:" + port
                            + "; check the address, and that it is running");
        }
    }

    @Test
    void keepsATextThatIsNoStackTrace() {
        assertThat(FlinkRest.cause("lost")).isEqualTo("lost");
    }
}
