package dev.rowan.api.text;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import net.jqwik.api.Example;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;

class TextNormalizerTest {

    @Example
    void seesThroughDisguises() {
        Map.of(
                        "\uFF50\uFF41\uFF53\uFF53", "pass",
                        "\uD835\uDC29\uD835\uDC1A\uD835\uDC2C\uD835\uDC2C", "pass",
                        "p\u200Ba\u200Cs\u200Ds", "pass",
                        "\uFEFFpa\u00ADss\u2060", "pass",
                        "p\uFE0Fass\u202E", "pass",
                        "pa\u0000ss\u007F", "pass",
                        "\uFB01ne\u00A0day", "fine day",
                        "cafe\u0301", "caf\u00E9",
                        "\uFFA0x\u3164", "x")
                .forEach((written, plain) ->
                        assertThat(TextNormalizer.normalize(written)).isEqualTo(plain));
    }

    @Example
    void leavesPlainTextAndLookalikesAlone() {
        for (String text : new String[] {"", "plain, with\ttab\r\nand line", "Grüße 日本 😀", "p\u0430ssword"}) {
            assertThat(TextNormalizer.normalize(text)).isSameAs(text);
        }
    }

    @Property
    void isStable(@ForAll String text) {
        String once = TextNormalizer.normalize(text);

        assertThat(TextNormalizer.normalize(once)).isEqualTo(once);
    }

    @Property
    void findsWhereACharacterStood(@ForAll String before, @ForAll String after) {
        String text = before + "!\u200B" + after;
        int length = before.codePointCount(0, before.length());
        String normalized = TextNormalizer.normalize(before + "!");
        int position = normalized.codePointCount(0, normalized.length()) - 1;

        assertThat(TextNormalizer.positionBefore(text, position)).isEqualTo(length);
    }
}
