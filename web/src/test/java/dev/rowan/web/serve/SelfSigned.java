package dev.rowan.web.serve;

import static java.nio.charset.StandardCharsets.US_ASCII;

import dev.rowan.web.http.WebAccess;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.util.Base64;

/// A self-signed certificate, made by the JDK's keytool.
final class SelfSigned {
    private static final char[] PASSWORD = "password".toCharArray();

    private SelfSigned() {}

    static WebAccess.Tls make(Path folder) throws IOException, InterruptedException, GeneralSecurityException {
        Path store = folder.resolve("store.p12");
        Process keytool = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "keytool")
                                .toString(),
                        "-genkeypair",
                        "-keyalg",
                        "EC",
                        "-alias",
                        "rowan",
                        "-dname",
                        "CN=localhost",
                        "-validity",
                        "2",
                        "-storetype",
                        "PKCS12",
                        "-storepass",
                        new String(PASSWORD),
                        "-keystore",
                        store.toString())
                .redirectErrorStream(true)
                .redirectOutput(folder.resolve("keytool.txt").toFile())
                .start();
        if (keytool.waitFor() != 0) {
            throw new IOException("keytool: " + Files.readString(folder.resolve("keytool.txt")));
        }
        KeyStore keys = KeyStore.getInstance("PKCS12");
        try (InputStream in = Files.newInputStream(store)) {
            keys.load(in, PASSWORD);
        }
        return new WebAccess.Tls(
                pem(folder, "CERTIFICATE", keys.getCertificate("rowan").getEncoded()),
                pem(folder, "PRIVATE KEY", keys.getKey("rowan", PASSWORD).getEncoded()));
    }

    private static Path pem(Path folder, String kind, byte[] bytes) throws IOException {
        String text = Base64.getMimeEncoder(64, "\n".getBytes(US_ASCII)).encodeToString(bytes);
        return Files.writeString(
                folder.resolve(kind.replace(' ', '-') + ".pem"),
                "-----BEGIN " + kind + "-----\n" + text + "\n-----END " + kind + "-----\n");
    }
}
