package dev.rowan.cli.serve;

import dev.rowan.api.IoMessages;
import dev.rowan.cli.command.UsageException;
import dev.rowan.cli.observe.PageToken;
import dev.rowan.cli.terminal.Shell;
import dev.rowan.web.http.WebAccess;
import java.io.IOException;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import picocli.CommandLine.Option;

/// The address and access options of the page.
public final class AccessOptions {
    @Option(names = "--port", paramLabel = "PORT", description = "Port to listen on. Default: any free port.")
    private int port;

    @Option(
            names = "--bind",
            paramLabel = "ADDRESS",
            description = {
                "Address to listen on. Default: loopback only.",
                "Requires --tls-certificate, --tls-key,",
                "--password-file and --host."
            })
    private Optional<String> bind = Optional.empty();

    @Option(names = "--host", paramLabel = "NAME", description = "Host name used by browsers; repeatable.")
    private List<String> hosts = List.of();

    @Option(names = "--tls-certificate", paramLabel = "FILE", description = "Certificate chain (PEM).")
    private Optional<Path> certificate = Optional.empty();

    @Option(names = "--tls-key", paramLabel = "FILE", description = "Private key of the certificate (PKCS#8 PEM).")
    private Optional<Path> key = Optional.empty();

    @Option(
            names = "--password-file",
            paramLabel = "FILE",
            description = "File whose first line is the sign-in password.")
    private Optional<Path> password = Optional.empty();

    WebAccess read(Shell shell) {
        if (certificate.isPresent() != key.isPresent()) {
            throw new UsageException("--tls-certificate and --tls-key must be passed together; only one was given");
        }
        Optional<WebAccess.Tls> tls = certificate.map(file ->
                new WebAccess.Tls(shell.folder().resolve(file), shell.folder().resolve(key.orElseThrow())));
        try {
            return new WebAccess(
                    address(), port, PageToken.of(shell), hosts, tls, password.map(file -> password(file, shell)));
        } catch (IllegalArgumentException wrong) {
            throw new UsageException(
                    wrong.getMessage() + "; pass --tls-certificate, --tls-key and --password-file, or omit --bind");
        }
    }

    private InetAddress address() {
        try {
            return bind.isPresent() ? InetAddress.getByName(bind.get()) : InetAddress.getLoopbackAddress();
        } catch (UnknownHostException _) {
            throw new UsageException("--bind must be a local address, got '" + bind.orElse("") + "'");
        }
    }

    private static String password(Path file, Shell shell) {
        Path path = shell.folder().resolve(file);
        try (var lines = Files.lines(path)) {
            return lines.findFirst()
                    .filter(line -> line.length() >= 8)
                    .orElseThrow(() -> new UsageException(
                            "the first line of " + path + " must be a password of at least 8 characters"));
        } catch (IOException e) {
            throw new UsageException("--password-file: cannot read " + path + ": " + IoMessages.reason(e));
        }
    }
}
