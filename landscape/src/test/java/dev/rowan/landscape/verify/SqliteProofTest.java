package dev.rowan.landscape.verify;

import java.nio.file.Path;
import org.junit.jupiter.api.io.TempDir;

class SqliteProofTest extends ProofContract {
    @TempDir
    Path folder;

    @Override
    String url() {
        return "sqlite:" + folder.resolve("rowan.db");
    }
}
