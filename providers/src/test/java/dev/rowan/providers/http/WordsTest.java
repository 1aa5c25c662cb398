package dev.rowan.providers.http;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.EOFException;
import java.io.IOException;
import java.nio.channels.ClosedChannelException;
import javax.net.ssl.SSLHandshakeException;
import org.junit.jupiter.api.Test;

class WordsTest {

    @Test
    void namesNoClassOfJava() {
        assertThat(Words.of(new ClosedChannelException())).isEqualTo("the connection was closed");
        assertThat(Words.of(new EOFException())).isEqualTo("the connection ended");
        assertThat(Words.of(new IOException())).isEqualTo("the connection failed");
        assertThat(Words.of(new SSLHandshakeException(
                        "PKIX path building failed: sun.security.provider.certpath.SunCertPathBuilderException:"
                                + " unable to find valid certification path to requested target")))
                .isEqualTo("PKIX path building failed: unable to find valid certification path to requested target");
        assertThat(Words.of(new IOException("Connection reset by peer"))).isEqualTo("connection reset by peer");
    }
}
