package dev.rowan.api;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.HashSet;
import java.util.Set;
import org.junit.jupiter.api.Test;

class TokenInfoTest {

    @Test
    void namesATokenAndItsVisitsTheSameEverywhere() {
        assertThat(new TokenInfo("run", 12, 0).tokenId()).isEqualTo("r12");
        assertThat(new TokenInfo("run", 12, 3).tokenId()).isEqualTo("r12.3");
        assertThat(new TokenInfo("run", 12, 3).stateId(1, 2)).isEqualTo("r12.3/n1/a2");
    }

    @Test
    void noTwoVisitsShareAName() {
        Set<String> names = new HashSet<>();
        int count = 0;
        for (long row = 1; row <= 12; row++) {
            for (int part = 0; part <= 12; part++) {
                for (int node = 0; node <= 12; node++) {
                    for (int attempt = 1; attempt <= 12; attempt++) {
                        names.add(new TokenInfo("run", row, part).stateId(node, attempt));
                        count++;
                    }
                }
            }
        }
        assertThat(names).hasSize(count);
    }
}
