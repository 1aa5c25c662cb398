package dev.rowan.cli.verify;

import dev.rowan.cli.command.UsageException;
import dev.rowan.cli.terminal.SafeText;
import dev.rowan.cli.terminal.Shell;
import dev.rowan.json.JsonObject;
import dev.rowan.landscape.seal.SigningKey;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.PosixFilePermissions;
import java.security.SecureRandom;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/// `rowan keygen`: generates the key pair that signs and verifies heads.
@Command(
        name = "keygen",
        description = "Generate an Ed25519 key pair to sign the heads of runs.",
        footer = {
            "",
            "Example:",
            "  ${COMMAND-FULL-NAME} --out audit-key.pem",
            "",
            "Writes the private key to FILE (owner-only) and the public key to FILE.pub.",
            "In a pipeline:  landscape: {signing_key: \"file:audit-key.pem\"}",
            "To verify:      ${ROOT-COMMAND-NAME} verify RUN --pubkey audit-key.pem.pub"
        })
public final class KeygenCommand implements Callable<Integer> {
    private final Shell shell;

    @Option(names = "--out", paramLabel = "FILE", description = "Private key file. Default: rowan-key.pem.")
    private Path out = Path.of("rowan-key.pem");

    @Option(names = "--json", description = "Print one JSON object.")
    private boolean json;

    public KeygenCommand(Shell shell) {
        this.shell = shell;
    }

    @Override
    public Integer call() throws IOException {
        Path file = shell.folder().resolve(out);
        Path pub = file.resolveSibling(file.getFileName() + ".pub");
        for (Path wanted : new Path[] {file, pub}) {
            if (Files.exists(wanted)) {
                throw new UsageException(wanted + " already exists; keys are never overwritten, choose another --out");
            }
        }
        SigningKey key = SigningKey.generate(new SecureRandom());
        Files.createFile(file, ownerOnly(file));
        Files.writeString(file, key.pem());
        Files.writeString(pub, key.verifying().pem());
        if (json) {
            shell.out()
                    .println(JsonObject.object()
                            .put("key_id", key.verifying().id())
                            .put("private_key", file.toString())
                            .put("public_key", pub.toString())
                            .line());
        } else {
            shell.out().println("Key " + key.verifying().id());
            shell.out().println("  private  " + SafeText.line(file.toString()));
            shell.out().println("  public   " + SafeText.line(pub.toString()));
            shell.out().println("Keep the private key secret, and the public key where runs cannot write.");
        }
        return 0;
    }

    private static FileAttribute<?>[] ownerOnly(Path file) throws IOException {
        Path folder = file.toAbsolutePath().getParent();
        return folder != null
                        && Files.isDirectory(folder)
                        && Files.getFileStore(folder).supportsFileAttributeView("posix")
                ? new FileAttribute<?>[] {
                    PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------"))
                }
                : new FileAttribute<?>[0];
    }
}
