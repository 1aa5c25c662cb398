package dev.rowan.landscape.write;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.HashSet;
import java.util.HexFormat;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

class SaltsTest {

    @Test
    void neverRepeatsASalt() {
        var salts = new Salts(new SplittableRandom(1));
        var seen = new HashSet<String>();
        for (int i = 0; i < 1_000; i++) {
            byte[] salt = salts.next();
            assertThat(salt).hasSize(16);
            assertThat(seen.add(HexFormat.of().formatHex(salt))).isTrue();
        }
    }
}
