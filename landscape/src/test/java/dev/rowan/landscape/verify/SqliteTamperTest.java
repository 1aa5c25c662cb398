package dev.rowan.landscape.verify;

import java.nio.file.Path;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.io.TempDir;

@Tag("slow")
class SqliteTamperTest extends TamperContract {
    @TempDir
    Path folder;

    @Override
    String url() {
        return "sqlite:" + folder.resolve("rowan.db");
    }

    @Override
    List<Integer> flipped(int length) {
        return IntStream.range(0, length).boxed().toList();
    }
}
