package dev.rowan.simulator;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rowan.simulator.TestBench.Got;
import dev.rowan.simulator.safety.Damage;
import java.io.IOException;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/// Every named damage changes the reply of its endpoint, and no two of them alike.
class SafetyDamageTest {
    private TestBench bench;

    @BeforeEach
    void open() throws IOException {
        bench = TestBench.open(Map.of());
    }

    @AfterEach
    void close() throws IOException {
        bench.close();
    }

    @Test
    void thereAreMoreThanSixty() {
        assertThat(Damage.all()).hasSizeGreaterThan(60);
    }

    @Test
    void damagesEachAnalyzeReplyDifferently() throws Exception {
        var seen = new HashSet<String>();
        seen.add(bench.post(Call.analyze("hello")).text());
        for (Damage damage : damages("safety_analyze")) {
            Got got = bench.post(Call.analyze("hello"), "safety_analyze:" + damage.word());
            assertThat(got.status()).isEqualTo(200);
            assertThat(seen.add(got.text()))
                    .as("%s gave %s", damage.word(), got.text())
                    .isTrue();
        }
    }

    @Test
    void damagesEachShieldReplyDifferently() throws Exception {
        var seen = new HashSet<String>();
        seen.add(bench.post(Call.shield("hello", "hello")).text());
        for (Damage damage : damages("safety_shield")) {
            Got got = bench.post(Call.shield("hello", "hello"), "safety_shield:" + damage.word());
            assertThat(got.status()).isEqualTo(200);
            assertThat(seen.add(got.text()))
                    .as("%s gave %s", damage.word(), got.text())
                    .isTrue();
        }
    }

    private static List<Damage> damages(String endpoint) {
        return Damage.all().filter(damage -> damage.endpoint().equals(endpoint)).toList();
    }

    @Test
    void damageInTheSettingsAffectsOnlyItsOwnEndpoint() throws Exception {
        bench.change(Map.of("faults", Map.of("safety_shield:documents_empty", 1)));

        assertThat(bench.post(Call.analyze("hello"))
                        .json()
                        .list("categoriesAnalysis")
                        .orElseThrow())
                .hasSize(4);
        assertThat(bench.post(Call.shield("hello", "hello"))
                        .json()
                        .list("documentsAnalysis")
                        .orElseThrow())
                .isEmpty();
        assertThat(bench.post(Call.openAi("hello")).status()).isEqualTo(200);
    }
}
