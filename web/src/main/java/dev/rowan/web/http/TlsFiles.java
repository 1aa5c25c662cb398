package dev.rowan.web.http;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyFactory;
import java.security.KeyStore;
import java.security.PrivateKey;
import java.security.cert.Certificate;
import java.security.cert.CertificateFactory;
import java.security.spec.InvalidKeySpecException;
import java.security.spec.PKCS8EncodedKeySpec;
import java.util.Base64;
import java.util.List;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.SSLContext;

/// The certificate and key of the server, from PEM files.
final class TlsFiles {
    private static final List<String> KINDS = List.of("EC", "RSA", "Ed25519");
    private static final String BEGIN = "-----BEGIN PRIVATE KEY-----";
    private static final String END = "-----END PRIVATE KEY-----";

    private TlsFiles() {}

    static SSLContext context(Access.Tls files) throws IOException {
        try (InputStream in = Files.newInputStream(files.certificate())) {
            Certificate[] chain = CertificateFactory.getInstance("X.509")
                    .generateCertificates(in)
                    .toArray(Certificate[]::new);
            KeyStore store = KeyStore.getInstance("PKCS12");
            store.load(null, null);
            store.setKeyEntry("rowan", key(files.key()), new char[0], chain);
            KeyManagerFactory keys = KeyManagerFactory.getInstance(KeyManagerFactory.getDefaultAlgorithm());
            keys.init(store, new char[0]);
            SSLContext context = SSLContext.getInstance("TLS");
            context.init(keys.getKeyManagers(), null, null);
            return context;
        } catch (GeneralSecurityException wrong) {
            throw new IOException(
                    "the certificate " + files.certificate() + " and the key " + files.key() + " cannot be used: "
                            + wrong.getMessage(),
                    wrong);
        }
    }

    private static PrivateKey key(Path file) throws IOException, GeneralSecurityException {
        String pem = Files.readString(file, StandardCharsets.US_ASCII);
        int from = pem.indexOf(BEGIN);
        int to = pem.indexOf(END);
        if (from < 0 || to < from) {
            throw new IOException(file + " must hold a private key as PKCS#8 (" + BEGIN + "); convert another with"
                    + " 'openssl pkcs8 -topk8 -nocrypt'");
        }
        var spec = new PKCS8EncodedKeySpec(Base64.getMimeDecoder().decode(pem.substring(from + BEGIN.length(), to)));
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
