package dev.rowan.cli.run;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

class CommandWordsTest {

    @Test
    void recordsNoPasswordOfACommandLine() {
        assertThat(CommandWords.of(List.of(
                        "run",
                        "p.yaml",
                        "--landscape=postgresql://ada:pa@ss@db:5432/audit",
                        "postgresql://db/audit?password=secret&ssl=true")))
                .containsExactly(
                        "run",
                        "p.yaml",
                        "--landscape=postgresql://***@db:5432/audit",
                        "postgresql://db/audit?password=***&ssl=true");
    }
}
