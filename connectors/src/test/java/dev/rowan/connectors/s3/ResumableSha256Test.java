package dev.rowan.connectors.s3;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import dev.rowan.api.Sha256;
import java.util.Random;
import org.junit.jupiter.api.Test;

class ResumableSha256Test {
    private static final long SEED = 20261117;

    @Test
    void isTheHashOfTheJavaPlatformWhereverItIsSavedAndRestored() {
        var random = new Random(SEED);
        for (int size = 0; size < 300; size++) {
            var bytes = new byte[size < 200 ? size : random.nextInt(10_000)];
            random.nextBytes(bytes);
            var digest = new ResumableSha256();
            for (int at = 0; at < bytes.length; ) {
                int count = Math.min(bytes.length - at, 1 + random.nextInt(150));
                digest.update(bytes, at, count);
                at += count;
                assertThat(Sha256.hex(digest)).hasSize(64);
                digest = ResumableSha256.restore(digest.save());
            }
            assertThat(Sha256.hex(digest)).as("seed %s, size %s", SEED, size).isEqualTo(Sha256.hex(bytes));
        }
    }

    @Test
    void refusesWhatItDidNotSave() {
        String saved = new ResumableSha256().save();
        for (String wrong : new String[] {"", saved + "00", saved.substring(1), saved.replace(":0:", ":1:")}) {
            assertThatIllegalArgumentException().isThrownBy(() -> ResumableSha256.restore(wrong));
        }
    }
}
