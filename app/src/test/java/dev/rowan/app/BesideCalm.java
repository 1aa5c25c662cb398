package dev.rowan.app;

import dev.rowan.app.DisturbedRun.End;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;

/// A run for each test, and the result of an undisturbed one.
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
abstract class BesideCalm {
    End calm;
    Stage stage;
    DisturbedRun run;

    @BeforeAll
    void runUndisturbed(@TempDir Path folder) throws Exception {
        calm = DisturbedRun.calm(folder);
    }

    @BeforeEach
    void open(@TempDir Path folder) throws Exception {
        stage = DisturbedRun.stage(folder);
        run = new DisturbedRun(stage, folder);
    }

    @AfterEach
    void close() throws Exception {
        stage.close();
    }
}
