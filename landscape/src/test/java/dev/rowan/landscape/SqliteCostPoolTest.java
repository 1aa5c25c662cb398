package dev.rowan.landscape;

import java.nio.file.Path;
import org.junit.jupiter.api.io.TempDir;

class SqliteCostPoolTest extends CostPoolContract {
    @TempDir
    Path folder;

    @Override
    String url() {
        return "sqlite:" + folder.resolve("rowan.db");
    }
}
