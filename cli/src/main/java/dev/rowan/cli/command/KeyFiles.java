package dev.rowan.cli.command;

import dev.rowan.landscape.seal.VerifyingKey;
import dev.rowan.landscape.verify.HeadFiles;
import dev.rowan.landscape.verify.KeptHead;
import java.io.IOException;
import java.nio.charset.CharacterCodingException;
import java.nio.file.Files;
import java.nio.file.Path;

/// Reads public keys and heads from files.
public final class KeyFiles {
    private KeyFiles() {}

    public static VerifyingKey publicKey(Path file) throws IOException {
        try {
            return VerifyingKey.parse(Files.readString(present(file, "--pubkey")));
        } catch (CharacterCodingException | IllegalArgumentException wrong) {
            throw new UsageException(
                    "--pubkey " + file + " must contain a public key written by `rowan keygen`: " + wrong.getMessage());
        }
    }

    /// The head in a file; a damaged file is distinguished from a missing one.
    public static HeadFiles.Read head(Path file, String runId) throws IOException {
        HeadFiles.Read read = HeadFiles.read(present(file, "--head"));
        if (read instanceof HeadFiles.Read.Good(KeptHead head) && !head.runId().equals(runId)) {
            throw new UsageException(
                    "--head " + file + " must be a head of run " + runId + ", found one of run " + head.runId());
        }
        return read;
    }

    private static Path present(Path file, String option) {
        if (!Files.isRegularFile(file)) {
            throw new UsageException(option + " must name an existing file; not found: " + file);
        }
        return file;
    }
}
