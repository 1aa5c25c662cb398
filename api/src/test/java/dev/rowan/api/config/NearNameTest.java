package dev.rowan.api.config;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.AlphaChars;
import net.jqwik.api.constraints.StringLength;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class NearNameTest {
    private static final List<String> KNOWN = List.of("pool_size", "path", "on_error", "fields", "id", "mode");

    @ParameterizedTest
    @CsvSource({
        "pool_sise, pool_size",
        "poolsize, pool_size",
        "pool-size, pool_size",
        "poolSize, pool_size",
        "POOL_SIZE, pool_size",
        "pool_size_, pool_size",
        "paht, path",
        "Path, path",
        "pth, path",
        "on_eror, on_error",
        "field, fields",
        "iD, id"
    })
    void findsWhatWasMeant(String found, String meant) {
        assertThat(NearName.hint(found, KNOWN)).contains("did you mean '" + meant + "'?");
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "endpoint", "xyz", "pool", "error", "sizes of the pool"})
    void suggestsNothingWhenNoNameIsClose(String found) {
        assertThat(NearName.hint(found, KNOWN)).isEmpty();
    }

    @Test
    void takesTheNearestName() {
        assertThat(NearName.hint("thresold", List.of("thresholds", "threshold")))
                .contains("did you mean 'threshold'?");
    }

    @Test
    void isQuickForAVeryLongName() {
        assertThat(NearName.hint("x".repeat(1 << 20), KNOWN)).isEmpty();
    }

    @Property
    void countsNoEditsBetweenANameAndItself(@ForAll @AlphaChars @StringLength(max = 20) String name) {
        assertThat(NearName.distance(name, name)).isZero();
    }

    @Property
    void countsTheSameEditsBothWays(
            @ForAll @AlphaChars @StringLength(max = 12) String a,
            @ForAll @AlphaChars @StringLength(max = 12) String b) {
        assertThat(NearName.distance(a, b)).isEqualTo(NearName.distance(b, a));
    }

    @Test
    void countsASwapOfNeighboursOnce() {
        assertThat(NearName.distance("paht", "path")).isEqualTo(1);
    }
}
