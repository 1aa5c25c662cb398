package dev.rowan.providers.http;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.EOFException;
import java.io.IOException;
import java.nio.channels.ClosedChannelException;
import javax.net.ssl.SSLHandshakeException;
import org.junit.jupiter.api.Test;

class ErrorTextTest {

    @Test
    void namesNoClassOfJava() {
        assertThat(ErrorText.of(new ClosedChannelException())).isEqualTo("the connection was closed");
        assertThat(ErrorText.of(new EOFException())).isEqualTo("the connection was closed");
        assertThat(ErrorText.of(new IOException())).isEqualTo("the connection failed");
        assertThat(ErrorText.of(new SSLHandshakeException(
                        "PKIX path building failed: sun.security.provider.certpath.SunCertPathBuilderException:"
                                + " unable to find valid certification path to requested target")))
                .isEqualTo("PKIX path building failed: unable to find valid certification path to requested target");
        assertThat(ErrorText.of(new IOException("Connection reset by peer"))).isEqualTo("connection reset by peer");
    }
}
