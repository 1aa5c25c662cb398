package dev.rowan.web.http;

import java.net.InetAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.util.List;
import java.util.Optional;

/// The address of the server and its credentials.
///
/// On loopback the token is enough; anywhere else TLS and a password are required, and `names` are the allowed host
/// names.
public record WebAccess(
        InetAddress bind, int port, String token, List<String> names, Optional<Tls> tls, Optional<String> password) {

    /// The certificate (with its chain) and its private key, each a PEM file.
    public record Tls(Path certificate, Path key) {}

    public WebAccess {
        names = List.copyOf(names);
        if (!bind.isLoopbackAddress() && (tls.isEmpty() || password.isEmpty())) {
            throw new IllegalArgumentException("a public address requires TLS and a password; only loopback does not");
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

    /// Constant-time comparison.
    private static boolean same(String secret, String word) {
        return MessageDigest.isEqual(secret.getBytes(StandardCharsets.UTF_8), word.getBytes(StandardCharsets.UTF_8));
    }

    @Override
    public String toString() {
        return "Access[" + bind + ":" + port + "]";
    }
}
