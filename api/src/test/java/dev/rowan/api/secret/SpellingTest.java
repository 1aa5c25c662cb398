package dev.rowan.api.secret;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.net.URLEncoder;
import org.junit.jupiter.api.Test;

class SpellingTest {
    private static final String LONG = "s3cret/%25+ü".repeat(8_400);

    @Test
    void matchesASecretOfAHundredThousandCharacters() {
        assertThat(LONG.length()).isGreaterThan(100_000);
        assertMatchesWhole(LONG, LONG);
        assertMatchesWhole(LONG, URLEncoder.encode(LONG, UTF_8));
        assertThat(asItIs(LONG).matchEnd(LONG.getBytes(UTF_8), 1)).isNegative();
    }

    @Test
    void aPercentSignStandsForItselfOrBeginsAnEscape() {
        assertMatchesWhole("%25", "%25");
        assertMatchesWhole("%25", "%2525");
        assertMatchesWhole("%25%25", "%25%2525");
        assertThat(asItIs("%25").matchEnd("%2".getBytes(UTF_8), 0)).isNegative();
    }

    private static void assertMatchesWhole(String secret, String text) {
        byte[] bytes = text.getBytes(UTF_8);
        assertThat(asItIs(secret).matchEnd(bytes, 0)).isEqualTo(bytes.length);
    }

    private static Spelling asItIs(String secret) {
        return Spelling.allOf(secret).getFirst();
    }
}
