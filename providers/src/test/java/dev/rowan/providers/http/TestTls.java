package dev.rowan.providers.http;

import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.KeyStore;
import java.util.List;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.SSLContext;
import javax.net.ssl.TrustManagerFactory;

/// A key pair that signs itself, made by the JDK's own tool, and a context that has it and trusts nothing else.
final class TestTls {
    private static final char[] PASSWORD = "changeit".toCharArray();

    private TestTls() {}

    static SSLContext selfSigned(Path folder, String names) throws Exception {
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
        return context(store);
    }

    private static SSLContext context(Path store) throws Exception {
        KeyStore keys = KeyStore.getInstance("PKCS12");
        try (InputStream in = Files.newInputStream(store)) {
            keys.load(in, PASSWORD);
        }
        var own = KeyManagerFactory.getInstance(KeyManagerFactory.getDefaultAlgorithm());
        own.init(keys, PASSWORD);
        KeyStore trusted = KeyStore.getInstance("PKCS12");
        trusted.load(null, null);
        trusted.setCertificateEntry("test", keys.getCertificate("test"));
        var trust = TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
        trust.init(trusted);
        SSLContext context = SSLContext.getInstance("TLS");
        context.init(own.getKeyManagers(), trust.getTrustManagers(), null);
        return context;
    }
}
