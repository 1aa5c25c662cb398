package dev.rowan.api.call;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyFactory;
import java.security.PrivateKey;
import java.security.cert.CertificateException;
import java.security.cert.CertificateFactory;
import java.security.cert.X509Certificate;
import java.security.spec.InvalidKeySpecException;
import java.security.spec.PKCS8EncodedKeySpec;
import java.util.Base64;
import java.util.List;

/// Reads certificates and private keys from PEM files. The message of an [IOException] is for people.
public final class PemFiles {
    private static final List<String> KINDS = List.of("EC", "RSA", "Ed25519");
    private static final String BEGIN = "-----BEGIN PRIVATE KEY-----";
    private static final String END = "-----END PRIVATE KEY-----";

    private PemFiles() {}

    /// The certificates in a file, at least one.
    public static List<X509Certificate> certificates(Path file) throws IOException {
        try (var in = Files.newInputStream(file)) {
            List<X509Certificate> found = CertificateFactory.getInstance("X.509").generateCertificates(in).stream()
                    .map(X509Certificate.class::cast)
                    .toList();
            if (found.isEmpty()) {
                throw new IOException(file + " must hold certificates in PEM (-----BEGIN CERTIFICATE-----)");
            }
            return found;
        } catch (NoSuchFileException _) {
            throw new IOException(file + " must be a PEM file with certificates; file not found");
        } catch (CertificateException _) {
            throw new IOException(file + " must hold certificates in PEM (-----BEGIN CERTIFICATE-----)");
        }
    }

    /// The private key in a file, as PKCS#8 without a password.
    public static PrivateKey privateKey(Path file) throws IOException {
        String pem;
        try {
            pem = Files.readString(file, StandardCharsets.ISO_8859_1);
        } catch (NoSuchFileException _) {
            throw new IOException(file + " must be a file with a private key; file not found");
        }
        int from = pem.indexOf(BEGIN);
        int to = pem.indexOf(END);
        if (from < 0 || to < from) {
            throw new IOException(file + " must hold a private key as PKCS#8 (" + BEGIN + "); convert another with"
                    + " 'openssl pkcs8 -topk8 -nocrypt'");
        }
        try {
            return key(file, Base64.getMimeDecoder().decode(pem.substring(from + BEGIN.length(), to)));
        } catch (IllegalArgumentException | GeneralSecurityException _) {
            throw new IOException(file + " must hold a complete private key");
        }
    }

    private static PrivateKey key(Path file, byte[] encoded) throws IOException, GeneralSecurityException {
        var spec = new PKCS8EncodedKeySpec(encoded);
        for (String kind : KINDS) {
            try {
                return KeyFactory.getInstance(kind).generatePrivate(spec);
            } catch (InvalidKeySpecException _) {
                // another kind of key
            }
        }
        throw new IOException(file + " must hold a key of one of " + KINDS);
    }
}
