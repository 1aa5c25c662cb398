package dev.rowan.landscape.verify;

import java.nio.file.Path;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.io.TempDir;

/// Every third byte of each value, with `-Drowan.chaos=full` every one.
@Tag("slow")
class SqliteTamperTest extends TamperContract {
    private static final int STEP = System.getProperty("rowan.chaos", "").equals("full") ? 1 : 3;

    @TempDir
    Path folder;

    @Override
    String url() {
        return "sqlite:" + folder.resolve("rowan.db");
    }

    @Override
    List<Integer> flipped(int length) {
        return IntStream.iterate(0, i -> i < length, i -> i + STEP).boxed().toList();
    }
}
