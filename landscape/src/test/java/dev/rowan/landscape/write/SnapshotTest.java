package dev.rowan.landscape.write;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rowan.landscape.FakeTime;
import dev.rowan.landscape.Landscape;
import dev.rowan.landscape.LandscapeReader;
import dev.rowan.landscape.LandscapeRecorder;
import dev.rowan.landscape.Samples;
import dev.rowan.landscape.open.Landscapes;
import dev.rowan.landscape.verify.ChainCheck;
import dev.rowan.landscape.verify.Verdict;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SnapshotTest {
    @TempDir
    Path live;

    @TempDir
    Path copy;

    @Test
    void whatWasCommittedIsThereWhenTheProcessDiesAtOnce() throws InterruptedException, IOException {
        try (Landscape landscape = Landscapes.open("sqlite:rowan.db", live, new FakeTime(), new SecureRandom());
                LandscapeRecorder recorder = landscape.start(Samples.run("a"))) {
            for (long row = 1; row <= 20; row++) {
                recorder.awaitCommitted(recorder.record(Samples.wholeRow(row)));
            }
            for (String file : List.of("rowan.db", "rowan.db-wal")) {
                Files.copy(live.resolve(file), copy.resolve(file));
            }
        }

        try (ChainCheck check = ChainCheck.open("sqlite:rowan.db", copy);
                LandscapeReader reader = Landscapes.read("sqlite:rowan.db", copy)) {
            assertThat(check.check("a", Optional.empty())).isInstanceOf(Verdict.Intact.class);
            assertThat(reader.runs().summary("a").rowsEnded()).isEqualTo(20);
            assertThat(reader.runs().summary("a").status()).isEqualTo("killed");
        }
    }
}
