package dev.rowan.providers.http;

import dev.rowan.api.call.PemFiles;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.KeyStore;
import java.security.cert.Certificate;
import java.util.Base64;
import java.util.List;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.SSLContext;
import javax.net.ssl.TrustManagerFactory;

/// A key pair that signs itself, made by the JDK's own tool, and a context that has it and trusts nothing else.
final class TestTls {
    private static final char[] PASSWORD = "changeit".toCharArray();

    private TestTls() {}

    /// A certificate that signs itself and its key, as PEM files.
    record Pem(Path certificate, Path key) {}

    static SSLContext selfSigned(Path folder, String names) throws Exception {
        return context(store(folder, names));
    }

    static Pem pem(Path folder, String names) throws Exception {
        KeyStore keys = load(store(folder, names));
        return new Pem(
                write(folder, "CERTIFICATE", keys.getCertificate("test").getEncoded()),
                write(folder, "PRIVATE KEY", keys.getKey("test", PASSWORD).getEncoded()));
    }

    private static Path write(Path folder, String what, byte[] bytes) throws IOException {
        String text = Base64.getMimeEncoder(64, new byte[] {'\n'}).encodeToString(bytes);
        return Files.writeString(
                folder.resolve(what.replace(' ', '-') + ".pem"),
                "-----BEGIN " + what + "-----\n" + text + "\n-----END " + what + "-----\n");
    }

    /// A server that shows `own` and trusts `client`.
    static SSLContext context(Pem own, Pem client) throws Exception {
        KeyStore keys = KeyStore.getInstance("PKCS12");
        keys.load(null, null);
        keys.setKeyEntry(
                "own",
                PemFiles.privateKey(own.key()),
                PASSWORD,
                PemFiles.certificates(own.certificate()).toArray(Certificate[]::new));
        return context(keys, PemFiles.certificates(client.certificate()).getFirst());
    }

    private static Path store(Path folder, String names) throws Exception {
        Path store = folder.resolve("keys.p12");
        var command = List.of(
                Path.of(System.getProperty("java.home"), "bin", "keytool").toString(),
                "-genkeypair",
                "-keystore",
                store.toString(),
                "-storetype",
                "PKCS12",
                "-storepass",
                String.valueOf(PASSWORD),
                "-alias",
                "test",
                "-keyalg",
                "EC",
                "-dname",
                "CN=test",
                "-ext",
                "san=" + names,
                "-validity",
                "3650");
        int status = new ProcessBuilder(command).inheritIO().start().waitFor();
        if (status != 0) {
            throw new IllegalStateException("keytool ended with status " + status);
        }
        return store;
    }

    private static KeyStore load(Path store) throws Exception {
        KeyStore keys = KeyStore.getInstance("PKCS12");
        try (InputStream in = Files.newInputStream(store)) {
            keys.load(in, PASSWORD);
        }
        return keys;
    }

    private static SSLContext context(Path store) throws Exception {
        KeyStore keys = load(store);
        return context(keys, keys.getCertificate("test"));
    }

    private static SSLContext context(KeyStore keys, Certificate trustedOne) throws Exception {
        var own = KeyManagerFactory.getInstance(KeyManagerFactory.getDefaultAlgorithm());
        own.init(keys, PASSWORD);
        KeyStore trusted = KeyStore.getInstance("PKCS12");
        trusted.load(null, null);
        trusted.setCertificateEntry("test", trustedOne);
        var trust = TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
        trust.init(trusted);
        SSLContext context = SSLContext.getInstance("TLS");
        context.init(own.getKeyManagers(), trust.getTrustManagers(), null);
        return context;
    }
}
