package dev.rowan.cli.command;

import dev.rowan.landscape.seal.VerifyingKey;
import dev.rowan.landscape.verify.HeadFiles;
import dev.rowan.landscape.verify.KeptHead;
import java.io.IOException;
import java.nio.charset.CharacterCodingException;
import java.nio.file.Files;
import java.nio.file.Path;

/// Reads the files that are given to check by: public keys and heads.
public final class KeyFiles {
    private KeyFiles() {}

    public static VerifyingKey publicKey(Path file) throws IOException {
        try {
            return VerifyingKey.parse(Files.readString(present(file, "--pubkey")));
        } catch (CharacterCodingException | IllegalArgumentException wrong) {
            throw new UsageException(
                    "--pubkey " + file + " must hold the public key that `rowan keygen` wrote: " + wrong.getMessage());
        }
    }

    /// The head in a file; one that was damaged is told apart from one that is not there.
    public static HeadFiles.Read head(Path file, String runId) throws IOException {
        HeadFiles.Read read = HeadFiles.read(present(file, "--head"));
        if (read instanceof HeadFiles.Read.Good(KeptHead head) && !head.runId().equals(runId)) {
            throw new UsageException(
                    "--head " + file + " must be a head of run " + runId + ", it is one of run " + head.runId());
        }
        return read;
    }

    private static Path present(Path file, String option) {
        if (!Files.isRegularFile(file)) {
            throw new UsageException(option + " must name a file, and there is none at " + file);
        }
        return file;
    }
}
