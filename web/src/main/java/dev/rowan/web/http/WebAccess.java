package dev.rowan.web.http;

import java.net.InetAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.util.List;
import java.util.Optional;

/// Where the server listens and who may ask.
///
/// On loopback whoever knows the token may; anywhere else it takes TLS and a password, and `names` are the
/// hosts that people write into their browsers.
public record WebAccess(
        InetAddress bind, int port, String token, List<String> names, Optional<Tls> tls, Optional<String> password) {

    /// The certificate (with its chain) and its private key, each a PEM file.
    public record Tls(Path certificate, Path key) {}

    public WebAccess {
        names = List.copyOf(names);
        if (!bind.isLoopbackAddress() && (tls.isEmpty() || password.isEmpty())) {
            throw new IllegalArgumentException(
                    "an address that others can reach needs TLS and a password; only loopback does without");
        }
        if (token.length() < 16) {
            throw new IllegalArgumentException("the token must have at least 16 characters");
        }
    }

    /// Loopback, with a token.
    public static WebAccess onLoopback(int port, String token) {
        return new WebAccess(
                InetAddress.getLoopbackAddress(), port, token, List.of(), Optional.empty(), Optional.empty());
    }

    boolean isToken(String word) {
        return same(token, word);
    }

    boolean isPassword(String word) {
        return password.isPresent() && same(password.get(), word);
    }

    /// In a time that does not tell how much of it was right.
    private static boolean same(String secret, String word) {
        return MessageDigest.isEqual(secret.getBytes(StandardCharsets.UTF_8), word.getBytes(StandardCharsets.UTF_8));
    }

    @Override
    public String toString() {
        return "Access[" + bind + ":" + port + "]";
    }
}
