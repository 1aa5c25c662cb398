package dev.rowan.engine.pipeline;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rowan.api.call.WireSettings;
import dev.rowan.api.config.ConfigNode;
import dev.rowan.api.config.Problem;
import dev.rowan.api.config.Problems;
import dev.rowan.api.config.Section;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.KeyStore;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class NetworkSettingsTest {
    private static final char[] PASSWORD = "changeit".toCharArray();

    @TempDir
    private static Path folder;

    /// A certificate and its key, made by the JDK's keytool.
    @BeforeAll
    static void makePemFiles() throws Exception {
        Path store = folder.resolve("keys.p12");
        Process keytool = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "keytool")
                                .toString(),
                        "-genkeypair",
                        "-keystore",
                        store.toString(),
                        "-storetype",
                        "PKCS12",
                        "-storepass",
                        String.valueOf(PASSWORD),
                        "-alias",
                        "own",
                        "-keyalg",
                        "EC",
                        "-dname",
                        "CN=own")
                .redirectErrorStream(true)
                .start();
        keytool.getInputStream().readAllBytes();
        assertThat(keytool.waitFor()).isZero();
        KeyStore keys = KeyStore.getInstance("PKCS12");
        try (InputStream in = Files.newInputStream(store)) {
            keys.load(in, PASSWORD);
        }
        write("ca.pem", "CERTIFICATE", keys.getCertificate("own").getEncoded());
        write("client.pem", "CERTIFICATE", keys.getCertificate("own").getEncoded());
        write("client.key", "PRIVATE KEY", keys.getKey("own", PASSWORD).getEncoded());
        Files.writeString(folder.resolve("notes.txt"), "no PEM\n");
    }

    private static void write(String name, String what, byte[] bytes) throws IOException {
        String text = Base64.getMimeEncoder(64, new byte[] {'\n'}).encodeToString(bytes);
        Files.writeString(
                folder.resolve(name), "-----BEGIN " + what + "-----\n" + text + "\n-----END " + what + "-----\n");
    }

    private static NetworkSettings read(Map<String, Object> network, Problems problems) {
        return Section.check(ConfigNode.of(network), NetworkSettings.OPTIONS, folder, problems)
                .map(NetworkSettings::from)
                .orElseThrow();
    }

    @Test
    void readsEveryKey() {
        Map<String, Object> every = Map.of(
                "allow", List.of("llm.internal"),
                "ca_file", "ca.pem",
                "client_certificate", "client.pem",
                "client_key", "client.key");
        var problems = new Problems();

        NetworkSettings settings = read(every, problems);

        assertThat(problems.list()).isEmpty();
        assertThat(every.keySet()).containsExactlyInAnyOrderElementsOf(NetworkSettings.OPTIONS.names());
        assertThat(settings.wire())
                .isEqualTo(new WireSettings(
                        List.of("llm.internal"),
                        Optional.of(folder.resolve("ca.pem")),
                        Optional.of(new WireSettings.ClientCertificate(
                                folder.resolve("client.pem"), folder.resolve("client.key")))));
        assertThat(settings.files()).hasSize(3);
    }

    @Test
    void saysWhatIsWrongWithTheFiles() {
        assertThat(messages(Map.of("ca_file", "none.pem")))
                .singleElement()
                .asString()
                .contains("none.pem must be a PEM file with certificates; file not found");
        assertThat(messages(Map.of("ca_file", "notes.txt")))
                .singleElement()
                .asString()
                .contains("must hold certificates in PEM");
        assertThat(messages(Map.of("client_certificate", "client.pem", "client_key", "client.pem")))
                .singleElement()
                .asString()
                .contains("must hold a private key as PKCS#8");
        assertThat(messages(Map.of("client_key", "client.key")))
                .containsExactly("must be set together: 'client_certificate' and 'client_key'");
    }

    private static List<String> messages(Map<String, Object> network) {
        var problems = new Problems();
        read(network, problems);
        return problems.list().stream().map(Problem::message).toList();
    }
}
