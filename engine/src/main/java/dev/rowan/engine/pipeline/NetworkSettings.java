package dev.rowan.engine.pipeline;

import dev.rowan.api.call.PemFiles;
import dev.rowan.api.call.WireSettings;
import dev.rowan.api.call.WireSettings.ClientCertificate;
import dev.rowan.api.config.Option;
import dev.rowan.api.config.Options;
import dev.rowan.api.config.Section;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/// The `network` section: allowed private addresses, trusted certificates, and the client certificate.
public record NetworkSettings(WireSettings wire) {
    public static final NetworkSettings USUAL = new NetworkSettings(WireSettings.allowing(List.of()));

    private static final Option<List<String>> ALLOW = Option.texts("allow")
            .orElse(List.of())
            .describedAs("allowed private hosts, addresses or ranges, such as llm.internal or 10.1.0.0/16");
    private static final Option<String> CA_FILE =
            Option.text("ca_file").optional().describedAs("additional trusted CA certificates (PEM)");
    private static final Option<String> CLIENT_CERTIFICATE =
            Option.text("client_certificate").optional().describedAs("client certificate chain (PEM) for mutual TLS");
    private static final Option<String> CLIENT_KEY = Option.text("client_key")
            .optional()
            .describedAs("private key of client_certificate (PEM, PKCS#8 without a password)");

    public static final Options OPTIONS = Options.of(ALLOW, CA_FILE, CLIENT_CERTIFICATE, CLIENT_KEY);

    static NetworkSettings from(Section section) {
        Optional<Path> ca = file(section, CA_FILE, PemFiles::certificates);
        Optional<Path> certificate = file(section, CLIENT_CERTIFICATE, PemFiles::certificates);
        Optional<Path> key = file(section, CLIENT_KEY, PemFiles::privateKey);
        if (section.find(CLIENT_CERTIFICATE).isPresent()
                != section.find(CLIENT_KEY).isPresent()) {
            section.problem(
                    section.find(CLIENT_KEY).isPresent() ? CLIENT_KEY : CLIENT_CERTIFICATE,
                    "must be set together: 'client_certificate' and 'client_key'");
        }
        return new NetworkSettings(new WireSettings(
                section.get(ALLOW), ca, certificate.flatMap(cert -> key.map(k -> new ClientCertificate(cert, k)))));
    }

    /// Reads a required file.
    private interface Check {
        Object read(Path file) throws IOException;
    }

    private static Optional<Path> file(Section section, Option<String> option, Check check) {
        if (section.find(option).isEmpty()) {
            return Optional.empty();
        }
        Path file = section.path(option);
        try {
            check.read(file);
        } catch (IOException wrong) {
            section.problem(option, String.valueOf(wrong.getMessage()));
        }
        return Optional.of(file);
    }

    /// The files that the section names.
    List<Path> files() {
        return Stream.concat(
                        wire.caFile().stream(),
                        wire.client().stream().flatMap(client -> Stream.of(client.certificate(), client.key())))
                .toList();
    }
}
